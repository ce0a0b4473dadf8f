-- A file with CRLF line ends: the agent writes LF, the file keeps its own line ends, the inserted line has them too.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  e.start()
  local buf = e.open('inputs/windows.json')
  e.equal('Neovim takes it for a DOS file', vim.bo[buf].fileformat, 'dos')
  local before = e.text(buf)
  local result = e.execute('cape.editFile', {
    fname = 'inputs/windows.json',
    old = '    "mach": [0.3, 0.9],\n    "alpha"',
    new = '    "mach": [0.3, 0.95],\n    "Re": [1.0e6, 1.2e7],\n    "alpha"',
  })
  e.check('the edit succeeds', result.success == true, result)
  local after = e.text(buf)
  e.check('no carriage return became text', after:find('\r', 1, true) == nil)
  e.check('the line is there', after:find('\n    "Re": [1.0e6, 1.2e7],\n', 1, true) ~= nil, after)
  vim.cmd('silent undo')
  e.equal('one undo takes it back', e.text(buf), before)
  vim.cmd('silent redo')
  vim.cmd('silent write')
  e.finish()
end)
