-- Control files: an error stands where a comma is missing, comments do not disturb, the fix mends it; hover, definition, rename and
-- completion.
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

  -- What an option is, where a name is defined and used, and another name for it everywhere.
  local hover = e.ask(control, 'textDocument/hover', e.after(control, '"RefArea'))
  e.check('hover tells what an option is', hover ~= nil and hover.contents.value:find('Reference area', 1, true) ~= nil, hover)
  local found = e.ask(control, 'textDocument/definition', e.after(control, '"Subfigures": ["Conditions'))
  found = found and (found[1] or found) or {}
  local range = found.range or found.targetSelectionRange or {}
  e.equal('a subfigure is defined further down', (range.start or {}).line, e.line_of(control, '"Conditions": {') - 1)
  local params = e.after(control, '"wing_CN": {')
  params.position.character = params.position.character - 5
  params.newName = 'wing_force'
  local edit = e.ask(control, 'textDocument/rename', params)
  e.check('a subfigure can be renamed', edit ~= nil, edit)
  if edit then
    vim.lsp.util.apply_workspace_edit(edit, e.client.offset_encoding)
    local text = e.text(control)
    e.equal('everywhere', select(2, text:gsub('wing_CN', '')), 0)
    e.equal('in the figure, its own section and the one that inherits from it', select(2, text:gsub('"wing_force"', '')), 3)
  end

  -- Completion as the editor does it, by its own omnifunc.
  local at = e.line_of(control, '"RunControl": {')
  vim.api.nvim_buf_set_lines(control, at, at, false, { '        "PreM' })
  vim.api.nvim_win_set_cursor(0, { at + 1, 13 })
  local proposed
  e.till('completion proposes an option of the section', function()
    local answer = e.ask(control, 'textDocument/completion', vim.lsp.util.make_position_params(0, e.client.offset_encoding))
    proposed = answer and (answer.items or answer)
    for _, item in ipairs(proposed or {}) do
      if item.label:find('PreMesh', 1, true) then return true end
    end
  end)
  e.finish()
end)
