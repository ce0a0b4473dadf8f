-- Where nobody said that the workspace is trusted, nothing of it is run, and the refusal says what to do.
local t = dofile(vim.env.SCRIPTS .. '/tools.lua')
local e = t.e

e.run(function()
  t.serve({}, { ['cape.tools.confirm'] = 'never' })
  local result = e.execute('cape.runTool', { name = 'sums' })
  e.equal('the tool is not run', result.success, false)
  for _, way in ipairs({ 'trust it in the editor', 'cape.trust', '--trust' }) do
    e.check('the refusal names ' .. way, tostring(result.error):find(way, 1, true) ~= nil, result)
  end
  e.check('nobody is asked', #t.questions == 0, t.questions)
  e.finish()
end)
