-- A tool is found, run with arguments after a question, and seen while it works; its output and what it
-- changed are in the answer.
local t = dofile(vim.env.SCRIPTS .. '/tools.lua')
local e = t.e

e.run(function()
  t.serve({ '--trust' })
  local listed = e.execute('cape.listTools', vim.empty_dict())
  local names = {}
  for _, tool in ipairs(listed.tools or {}) do names[tool.name] = tool.description end
  e.equal('the tool is listed with its description', names.sums, 'Adds up.')

  local result, answered
  t.begin({ name = 'sums', argv = { '1', '2 3', '$HOME' } }, function(_, res) result, answered = res, true end)
  e.till('the progress shows the last line', function() return t.has(t.reports, ': waits for go') end)
  e.check('and its title the tool', t.has(t.titles, 'Run tool sums'), t.titles)
  e.till('a line of the log shows the output', function() return t.has(t.lines, "sums: ['1', '2 3', '$HOME']") end)
  assert(io.open(vim.env.ROOT .. '/go', 'w')):close()
  e.till('the tool ends', function() return answered end)
  e.equal('it succeeded', result and result.success, true)
  e.equal('its output is in the answer', result.stdout, "['1', '2 3', '$HOME']\nwaits for go\n")
  e.equal('so is what it changed', result.changed, { 'fun3d.nml' })
  e.equal('the user was asked once', #t.questions, 1)
  e.check('with the command', t.has(t.questions, "/tools/sums.py 1 '2 3' '$HOME'"), t.questions)
  local log = result.log and io.open(result.log)
  e.check('the log has the output', log and log:read('*a'):find('waits for go', 1, true) ~= nil, result)
  e.check('the log is told in words', t.has(t.lines, 'all output: ' .. tostring(result.log)), t.lines)

  t.answer = vim.NIL
  result = e.execute('cape.runTool', { name = 'sums' })
  e.check('a question that is not answered means no', result.success == false and result.error:find('not run', 1, true) ~= nil, result)
  e.finish()
end)
