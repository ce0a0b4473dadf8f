-- Lines that are added at the end of a file, and a file that is new: neither gains an empty line.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')
local skill = '.agents/skills/restart-cases/SKILL.md'

e.run(function()
  e.start()
  local buf = e.open('inputs/list.csv')
  local result = e.execute('cape.editFile', { fname = 'inputs/list.csv', old = '0.70, 0.0\n', new = '0.70, 0.0\n0.80, 2.0\n0.90, 4.0\n' })
  e.check('the edit succeeds', result.success == true, result)
  e.equal('the lines are added', vim.api.nvim_buf_get_lines(buf, 0, -1, false), { '0.50, 0.0', '0.70, 0.0', '0.80, 2.0', '0.90, 4.0' })
  vim.cmd('silent write')

  buf = e.open(skill)
  local start = { line = 0, character = 0 }
  local answer = vim.lsp.buf_request_sync(buf, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(buf),
    range = { start = start, ['end'] = start },
    context = { diagnostics = {}, only = { 'source.cape' } },
  }, 10000)
  for _, action in ipairs(answer[e.id].result) do
    if action.title == 'New skill here' then
      e.check('the new skill is an edit', action.edit ~= nil, action)
      -- Neovim before 0.10 makes no folder for the file.
      vim.fn.mkdir(vim.fn.fnamemodify(vim.uri_to_fname(action.edit.documentChanges[1].uri), ':h'), 'p')
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    end
  end
  vim.cmd('silent wall')
  e.finish()
end)
