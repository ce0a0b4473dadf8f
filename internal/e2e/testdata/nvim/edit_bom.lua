-- An agent's edit of the first line of a closed file that begins with a byte order mark: the editor has taken
-- the mark off, so the place is counted without it; it is still there after saving.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  e.start()
  e.open('pyFun.json')
  local result = e.execute('cape.editFile', { fname = 'inputs/marked.csv', old = '0.50', new = '0.55' })
  e.check('the edit succeeds', result.success == true, result)
  local buf = e.find('inputs/marked.csv')
  e.check('the file is in the editor now', buf ~= nil)
  e.equal('the first line is edited', vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1], '0.55, 0.0, 8.0e6, 520.0, cruise')
  vim.cmd('silent wall')
  e.finish()
end)
