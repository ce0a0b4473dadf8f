-- Fifty megabytes of output neither hold the tool up nor fill the memory of the server.
local t = dofile(vim.env.SCRIPTS .. '/tools.lua')
local e = t.e

-- memory returns the most memory that the server has used, in KiB; nil where the system does not tell.
local function memory()
  local file = e.client.rpc.pid and io.open('/proc/' .. e.client.rpc.pid .. '/status')
  return file and tonumber(file:read('*a'):match('VmHWM:%s*(%d+)'))
end

e.run(function()
  t.serve({ '--trust' }, { ['cape.tools.confirm'] = 'never' })
  e.execute('cape.listTools', vim.empty_dict())
  local before = memory()
  local result = e.execute('cape.runTool', { name = 'much' })
  local after = memory()
  e.equal('the tool succeeds', result.success, true)
  e.check('its last line arrives', t.has(t.lines, 'much: the end'), #t.lines)
  e.check('with a note of what is not shown', t.has(t.lines, 'bytes of output are not shown; they are in'), #t.lines)
  e.check('the answer is short', #result.stdout < 2000, #result.stdout)
  e.check('the log has all', vim.fn.getfsize(result.log) > 50000000, result.log)
  if before and after then
    local grown = string.format('grown by %d MiB to %d MiB', (after - before) / 1024, after / 1024)
    e.check('memory stays within bounds (' .. grown .. ')', after - before < 128 * 1024, grown)
  end
  e.finish()
end)
