-- A faulty SKILL.md: each finding stands at its place, and its quick fix makes it go away.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')
local name = '.agents/skills/restart-cases/SKILL.md'

e.run(function()
  e.start()
  local buf = e.open(name)
  e.till('findings arrive', function() return #vim.diagnostic.get(buf) > 0 end)

  local steps = {
    { code = 'yaml-syntax', line = 3, marks = ':', fixed = 'description: "Restarts cases that stopped early: finds them, raises PhaseIters, submits again."' },
    { code = 'name-folder', line = 2, marks = 'restart-case', fixed = 'name: restart-cases' },
    { code = 'key-misspelt', line = 4, marks = 'licence', fixed = 'license: Apache-2.0' },
  }
  for _, step in ipairs(steps) do
    local finding, marked = e.finding(buf, step.code)
    e.check(step.code .. ' is found', finding ~= nil, 'there is: ' .. e.codes(buf))
    if finding then
      e.equal(step.code .. ' stands at its line', finding.lnum + 1, step.line)
      if step.marks then e.equal(step.code .. ' marks the text', marked, step.marks) end
      local title = e.fix(buf, finding)
      e.check(step.code .. ' has a quick fix', title ~= nil)
      e.equal(step.code .. ' is fixed', vim.api.nvim_buf_get_lines(buf, step.line - 1, step.line, false)[1], step.fixed)
      e.till(step.code .. ' is gone', function() return e.finding(buf, step.code) == nil end)
    end
  end
  e.check('the skill loads now', #vim.diagnostic.get(buf, { severity = vim.diagnostic.severity.ERROR }) == 0, e.codes(buf))
  e.check('the disk waits for the user to save', e.disk(name):find('name: restart-case\n', 1, true) ~= nil)
  e.finish()
end)
