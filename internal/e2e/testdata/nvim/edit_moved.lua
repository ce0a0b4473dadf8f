-- The user types while an edit is on its way. Neovim would apply it to the newer text without a word, so
-- here it keeps to the protocol: it announces versions and answers "not applied" when they differ.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

local typed = {} -- the lines still to be typed, one at each edit that arrives
local asked = 0
local function apply_edit(_, params, context)
  asked = asked + 1
  local buf = e.find('pyFun.json')
  if #typed > 0 then
    local next_line = table.remove(typed, 1)
    e.type(buf, e.line_of(buf, '"walltime"'), next_line)
  end
  for _, change in ipairs(params.edit.documentChanges or {}) do
    local version = change.textDocument and change.textDocument.version
    local now = vim.lsp.util.buf_versions[vim.uri_to_bufnr(change.textDocument.uri)]
    if type(version) ~= 'number' then return { applied = false, failureReason = 'the edit of an open file carries no version' } end
    if now and version < now then return { applied = false, failureReason = 'the buffer is newer than the edit' } end
  end
  vim.lsp.util.apply_workspace_edit(params.edit, vim.lsp.get_client_by_id(context.client_id).offset_encoding)
  return { applied = true }
end

e.run(function()
  -- What was typed is told to the server before the edit is answered, and not 150 ms later.
  local announced = { workspace = { workspaceEdit = { documentChanges = true } } }
  e.start(announced, { ['workspace/applyEdit'] = apply_edit }, { debounce_text_changes = 0 })
  local buf = e.open('pyFun.json')
  local edit = { fname = 'pyFun.json', old = '"nProc": 160', new = '"nProc": 320' }

  typed = { '        "walltime": "5:00:00"' }
  local result = e.execute('cape.editFile', edit)
  e.check('it is planned again on the newer text', result.success == true, result)
  e.equal('with a second edit', asked, 2)
  e.check('both changes are there', e.text(buf):find('"nProc": 320', 1, true) ~= nil and e.text(buf):find('5:00:00', 1, true) ~= nil)

  asked = 0
  typed = { '        "walltime": "6:00:00"', '        "walltime": "7:00:00"', '        "walltime": "8:00:00"' }
  result = e.execute('cape.editFile', { fname = 'pyFun.json', old = '"nProc": 320', new = '"nProc": 640' })
  e.check('text that never rests is refused', result.success == false, result)
  e.check('with a reason', type(result.error) == 'string' and #result.error > 0, result)
  e.check('after a second try, not more', asked == 2, asked)
  e.check('the typed text is untouched', e.text(buf):find('"nProc": 320', 1, true) ~= nil and e.text(buf):find('7:00:00', 1, true) ~= nil)
  e.finish()
end)
