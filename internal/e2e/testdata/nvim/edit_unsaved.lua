-- An agent's edit of a file with unsaved changes: made on the text in the editor, one undo step, nothing written.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  e.start()
  local buf = e.open('pyFun.json')
  local line = e.line_of(buf, '"walltime"')
  e.type(buf, line, '        "walltime": "8:00:00"')
  local mine = e.text(buf)

  local result = e.execute('cape.editFile', { fname = 'pyFun.json', old = '"walltime": "8:00:00"', new = '"walltime": "2:00:00"' })
  e.check('the edit succeeds', result.success == true, result)
  e.equal('the result names the file', result.file, 'pyFun.json')
  e.equal('the result is whole', result.truncated, false)
  e.check('the diff starts from the unsaved text',
    type(result.diff) == 'string' and result.diff:find('-        "walltime": "8:00:00"\n+        "walltime": "2:00:00"\n', 1, true) ~= nil, result)
  e.check('it is not called saved', result.saved ~= true, result)
  e.equal('the editor holds it', vim.api.nvim_buf_get_lines(buf, line - 1, line, false)[1], '        "walltime": "2:00:00"')
  e.check('the buffer is still unsaved', vim.bo[buf].modified)

  vim.cmd('silent undo')
  e.equal('one undo takes it back and leaves the unsaved change', e.text(buf), mine)
  e.finish()
end)
