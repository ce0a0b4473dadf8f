-- A broken control file: the error stands where a comma is missing, comments do not disturb, the fix mends it.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  e.start()
  local control = e.open('pyFun.json')
  local limits = e.open('inputs/limits.json')
  local finding = e.till('the missing comma is found', function() return (e.finding(limits, 'json-comma-missing')) end)
  e.equal('at the line that misses it', finding.lnum + 1, 4)
  e.equal('pyFun.json has no finding', e.codes(control), '')

  e.check('there is a quick fix', e.fix(limits, finding) ~= nil)
  e.equal('it adds the comma', vim.api.nvim_buf_get_lines(limits, 3, 4, false)[1], '    "alpha": [-2.0, 6.0],')
  e.till('no finding is left', function() return #vim.diagnostic.get(limits) == 0 end)

  -- Half-typed text: the finding comes back, and goes with one undo.
  vim.api.nvim_set_current_buf(control)
  local line = e.line_of(control, '"PhaseIters"')
  e.type(control, line, '        "PhaseIters": [1000, 4000')
  e.till('a bracket that is not closed is found', function() return #vim.diagnostic.get(control) > 0 end)
  vim.cmd('silent undo')
  e.till('and is gone after undo', function() return #vim.diagnostic.get(control) == 0 end)
  e.finish()
end)
