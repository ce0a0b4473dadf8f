-- What the scripts about tools share: a server that is told what this editor knows of trust, and everything
-- that it says of runs.
local e = dofile(vim.env.SCRIPTS .. '/editor.lua')
local M = { e = e, reports = {}, titles = {}, lines = {}, questions = {}, answer = { title = 'Run' } }

-- serve starts the server with flags of its own and options of initialize.
function M.serve(flags, options)
  e.id = vim.lsp.start_client({
    name = 'cape-ls',
    cmd = vim.list_extend({ vim.env.CAPE_LS_SERVER, 'serve' }, flags),
    root_dir = vim.env.ROOT,
    workspace_folders = { { uri = vim.uri_from_fname(vim.env.ROOT), name = 'wing' } },
    init_options = options,
    handlers = {
      ['$/progress'] = function(_, result)
        local value = result.value
        if value.kind == 'begin' then table.insert(M.titles, value.title) end
        if value.kind == 'report' then table.insert(M.reports, value.message) end
      end,
      ['window/logMessage'] = function(_, result)
        vim.list_extend(M.lines, vim.split(result.message, '\n'))
      end,
      ['window/showMessageRequest'] = function(_, result)
        table.insert(M.questions, result.message)
        return M.answer
      end,
    },
  })
  e.till('the server answers initialize', function()
    e.client = vim.lsp.get_client_by_id(e.id)
    return e.client and e.client.initialized
  end)
end

-- begin gives the command that runs a tool and returns its id; done gets the answer.
function M.begin(args, done)
  local _, id = e.client.request('workspace/executeCommand', { command = 'cape.runTool', arguments = { args } }, function(err, res)
    done(err, res)
  end)
  return id
end

-- gone waits until no process holds the lock any more.
function M.gone(name)
  local out = vim.fn.system({ 'python3', '-c', 'import fcntl, signal, sys; signal.alarm(10); fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX)', vim.env.ROOT .. '/' .. name })
  return vim.v.shell_error == 0, out
end

-- has reports whether one of the lines contains a text.
function M.has(lines, part)
  for _, line in ipairs(lines) do
    if line:find(part, 1, true) then return true end
  end
  return false
end

return M
