-- What the scripts in this folder share: an editor with the server attached, and a way to say what they
-- saw. Uses only what Neovim 0.7 (Debian 12) and later versions have.
local M = {}

vim.o.swapfile = false
vim.o.hidden = true

local root = vim.env.ROOT
local patience = 10000 -- milliseconds; an upper limit, nothing waits that long

local function say(...)
  io.stdout:write(table.concat({ ... }, '\t'):gsub('\n', '\\n') .. '\n')
  io.stdout:flush()
end

-- check reports one observation.
function M.check(name, ok, detail)
  say(ok and 'ok' or 'FAIL', name, type(detail) == 'string' and detail or vim.inspect(detail):gsub('%s+', ' '))
end

-- equal reports whether two values are the same; of two long texts it shows the first lines that differ.
function M.equal(name, got, want)
  local same = vim.deep_equal(got, want)
  if not same and type(got) == 'string' and type(want) == 'string' then
    local a, b = vim.split(got, '\n'), vim.split(want, '\n')
    local i = 1
    while i < #a and a[i] == b[i] do i = i + 1 end
    got, want = a[i], b[i]
  end
  M.check(name, same, 'got ' .. vim.inspect(got) .. ', want ' .. vim.inspect(want))
end

-- till waits for a condition and reports whether it came true; returns what the condition returned.
function M.till(name, condition)
  local got
  local came = vim.wait(patience, function()
    got = condition()
    return got
  end, 10)
  M.check(name, came, 'waited in vain')
  return got
end

-- start starts the server. more are capabilities that this Neovim has but does not announce, flags are
-- its own (see :help lsp.start_client).
function M.start(more, handlers, flags)
  local capabilities = vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), more or {})
  M.id = vim.lsp.start_client({
    name = 'cape-ls',
    cmd = { vim.env.CAPE_LS_SERVER },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = 'wing' } },
    capabilities = capabilities,
    handlers = handlers,
    flags = flags,
  })
  M.till('the server answers initialize', function()
    M.client = vim.lsp.get_client_by_id(M.id)
    return M.client and M.client.initialized
  end)
end

-- open opens a file of the workspace and attaches the server to it.
function M.open(name)
  vim.cmd('edit ' .. vim.fn.fnameescape(root .. '/' .. name))
  local buf = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buf, M.id)
  return buf
end

-- find returns the buffer of a file, however it was opened.
function M.find(name)
  local buf = vim.fn.bufnr(root .. '/' .. name)
  return buf > 0 and buf or nil
end

function M.text(buf)
  return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
end

function M.disk(name)
  local file = assert(io.open(root .. '/' .. name, 'rb'))
  local content = file:read('*a')
  file:close()
  return content
end

-- type changes one line of the buffer, as a person does: an undo step of its own.
function M.type(buf, line, text)
  vim.api.nvim_buf_set_lines(buf, line - 1, line, false, { text })
  vim.cmd('let &undolevels = &undolevels')
end

-- line_of returns the number of the first line that contains a text.
function M.line_of(buf, part)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
    if line:find(part, 1, true) then return number end
  end
  error('no line contains ' .. part)
end

-- finding returns the finding with a code, and the text it marks.
function M.finding(buf, code)
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    local own = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
    if own == code then
      local line = vim.api.nvim_buf_get_lines(buf, d.lnum, d.lnum + 1, false)[1] or ''
      return d, d.end_lnum == d.lnum and line:sub(d.col + 1, d.end_col) or line:sub(d.col + 1)
    end
  end
end

-- codes returns the codes of all findings, sorted, for messages.
function M.codes(buf)
  local codes = {}
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    table.insert(codes, tostring(d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)) .. ' at line ' .. d.lnum + 1)
  end
  table.sort(codes)
  return table.concat(codes, ', ')
end

-- fix applies the preferred (else the first) quick fix of a finding.
function M.fix(buf, finding)
  local lsp = finding.user_data and finding.user_data.lsp or {}
  local range = {
    start = { line = finding.lnum, character = finding.col },
    ['end'] = { line = finding.end_lnum, character = finding.end_col },
  } -- the fixtures are ASCII: bytes are characters
  local answer = vim.lsp.buf_request_sync(buf, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(buf),
    range = range,
    context = {
      diagnostics = { { range = range, message = finding.message, severity = finding.severity, source = finding.source, code = finding.code or lsp.code, data = lsp.data } },
      only = { 'quickfix' },
    },
  }, patience)
  local actions = answer and answer[M.id] and answer[M.id].result or {}
  local action
  for _, a in ipairs(actions) do
    if not action or (a.isPreferred and not action.isPreferred) then action = a end
  end
  if not action then return nil end
  if not action.edit then
    local resolved = vim.lsp.buf_request_sync(buf, 'codeAction/resolve', action, patience)
    action = resolved[M.id].result
  end
  vim.lsp.util.apply_workspace_edit(action.edit, M.client.offset_encoding)
  return action.title
end

-- after puts the cursor on the last character of the first place of a text, and returns the parameters of a request there.
function M.after(buf, text)
  vim.api.nvim_set_current_buf(buf)
  local line = M.line_of(buf, text)
  local _, last = vim.api.nvim_buf_get_lines(buf, line - 1, line, false)[1]:find(text, 1, true)
  vim.api.nvim_win_set_cursor(0, { line, last - 1 })
  return vim.lsp.util.make_position_params(0, M.client.offset_encoding)
end

-- ask sends a request and returns the answer.
function M.ask(buf, method, params)
  local answer = vim.lsp.buf_request_sync(buf, method, params, patience)
  return answer and answer[M.id] and answer[M.id].result
end

-- execute runs a command of the server and waits for its answer.
function M.execute(command, argument)
  local failure, result, answered
  M.client.request('workspace/executeCommand', { command = command, arguments = { argument } }, function(err, res)
    failure, result, answered = err, res, true
  end)
  M.till(command .. ' is answered', function() return answered end)
  if failure then M.check(command .. ' succeeds', false, failure) end
  return result or {}
end

-- finish stops the server and the editor.
function M.finish()
  M.client.stop()
  M.till('the server ends when asked to', function() return M.client.is_stopped() end)
  say('done')
  vim.cmd('qall!')
end

-- run runs a script's body and ends the editor whatever happens in it.
function M.run(body)
  local ok, trouble = xpcall(body, debug.traceback)
  if ok then return end
  M.check('the script runs', false, trouble)
  say('done')
  vim.cmd('cquit 1')
end

return M
