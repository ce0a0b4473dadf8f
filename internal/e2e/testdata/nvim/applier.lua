-- Applies text edits as Neovim's LSP client does. Reads one JSON object a line, {"text", "edits"}, and answers
-- each with a line, {"text"} or {"error"}. Columns count UTF-16.

-- Within some thousand rounds the compiler of LuaJIT 2.1.0-beta3 makes vim.validate see keys that are not there.
if jit then jit.off() end

-- How Neovim holds a text: a file format for all its line ends, and what else ends lines as part of them.
local function format(text)
  local rest, crlf = text:gsub('\r\n', '')
  if crlf > 0 and not rest:find('[\r\n]') then return 'dos', '\r\n' end
  if text:find('\r', 1, true) and not text:find('\n', 1, true) then return 'mac', '\r' end
  return 'unix', '\n'
end

-- Edits a buffer with the text. A buffer of a file keeps the last line end apart from its lines (eol); one
-- without that option has an empty last line in its place.
local function edited(text, edits, of_file)
  local ff, ending = format(text)
  local body = text
  local eol = of_file and text:sub(-#ending) == ending
  if eol then body = text:sub(1, -#ending - 1) end
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, vim.split(body, ending, { plain = true }))
  vim.bo[buf].fileformat = ff
  vim.bo[buf].eol = eol
  vim.bo[buf].fixeol = eol
  vim.lsp.util.apply_text_edits(vim.deepcopy(edits), buf, 'utf-16')
  local after = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, true), ending) .. (eol and ending or '')
  vim.api.nvim_buf_delete(buf, { force = true })
  return after, eol and ending or ''
end

-- A file buffer ends with a line end before and after, whatever the edits say; in all else it must agree.
local function both(text, edits)
  local after = edited(text, edits, false)
  local of_file, ending = edited(text, edits, true)
  local wanted = after
  if ending ~= '' and after:sub(-#ending) ~= ending then wanted = after .. ending end
  if of_file ~= wanted then
    error('a file buffer holds ' .. vim.inspect(of_file) .. ', not ' .. vim.inspect(wanted))
  end
  return after
end

for line in io.lines() do
  local asked = vim.json.decode(line)
  local ok, answer = pcall(both, asked.text, asked.edits)
  io.write(vim.json.encode(ok and { text = answer } or { error = tostring(answer) }) .. '\n')
  io.flush()
end
vim.cmd('qall!')
