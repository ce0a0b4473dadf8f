-- Edits that must not happen say why, and change nothing.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  e.start()
  local buf = e.open('pyFun.json')
  local before = e.text(buf)
  local rows = {
    { name = 'a file that is not allowed', edit = { fname = 'Config.xml', old = 'inboard', new = 'inner' }, says = 'allow' },
    { name = 'a file outside the repository', edit = { fname = '../other.json', old = 'a', new = 'b' }, says = 'outside' },
    { name = 'text found more than once', edit = { fname = 'pyFun.json', old = '"Width": 0.33', new = '"Width": 0.5' }, says = 'times' },
    { name = 'text found nowhere', edit = { fname = 'pyFun.json', old = '"nProc": 161', new = '"nProc": 1' }, says = 'not found' },
  }
  for _, row in ipairs(rows) do
    local result = e.execute('cape.editFile', row.edit)
    e.check(row.name .. ' is refused', result.success == false, result)
    e.check(row.name .. ': the reason is named', type(result.error) == 'string' and result.error:find(row.says, 1, true) ~= nil, result)
  end
  e.equal('the buffer is as it was', e.text(buf), before)
  e.check('and not marked as changed', not vim.bo[buf].modified)

  -- The server lives on.
  local result = e.execute('cape.editFile', { fname = 'pyFun.json', old = '"nProc": 160', new = '"nProc": 80' })
  e.check('the next edit succeeds', result.success == true, result)
  e.finish()
end)
