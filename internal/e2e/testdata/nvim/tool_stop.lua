-- A tool that has started another process is ended with all of it: when the user cancels, and at its time limit.
local t = dofile(vim.env.SCRIPTS .. '/tools.lua')
local e = t.e

e.run(function()
  t.serve({ '--trust' }, { ['cape.tools.confirm'] = 'never', ['cape.tools.timeout'] = 3 })
  local id = t.begin({ name = 'forks', argv = { 'first' }, timeout = 600 }, function() end)
  e.till('both processes run', function() return t.has(t.lines, 'forks: child') and t.has(t.lines, 'forks: parent') end)
  e.client.cancel_request(id)
  e.check('a cancel ends both, though they do not want to', t.gone('first'))

  local result = e.execute('cape.runTool', { name = 'forks', argv = { 'second' } })
  e.equal('the time limit of the settings', result.error, 'Script timed out after 3 seconds')
  e.check('ends both too', t.gone('second'))

  t.begin({ name = 'forks', argv = { 'third' }, timeout = 600 }, function() end)
  e.till('both run again', function()
    return vim.fn.filereadable(vim.env.ROOT .. '/third.child') == 1 and vim.fn.filereadable(vim.env.ROOT .. '/third.parent') == 1
  end)
  e.finish()
  e.check('the end of the server ends them', t.gone('third'))
end)
