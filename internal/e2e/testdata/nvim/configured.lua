-- Started with the configuration of docs/editors.md: the server attaches by itself, to a skill and to a control file.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')

e.run(function()
  vim.cmd('edit ' .. vim.env.ROOT .. '/.agents/skills/restart-cases/SKILL.md')
  local skill = vim.api.nvim_get_current_buf()
  e.till('a wrong name is found', function() return e.finding(skill, 'name-folder') end)
  vim.cmd('edit ' .. vim.env.ROOT .. '/pyFun.json')
  local control = vim.api.nvim_get_current_buf()
  e.type(control, e.line_of(control, '"RefArea"'), '        "RefArea": 1,')
  e.till('a whole number in place of a float is found', function() return e.finding(control, 'option-type') end)
  local clients = vim.lsp.get_clients()
  e.equal('one server has both', #clients, 1)
  e.equal('its root is that of the repository', vim.fs.basename(clients[1].config.root_dir), 'wing')
  e.client = clients[1]
  e.finish()
end)
