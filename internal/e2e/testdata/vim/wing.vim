" Drives ALE, a small LSP client, against cape-ls. Says what it saw as lines "ok" or "FAIL", a tab, a name,
" a tab, a reason, into the file RESULT. ASCII only: this ALE counts other characters wrongly by itself.
func! s:say(words) abort
  call writefile([join(a:words, "\t")], $RESULT, 'a')
endfunc

func! s:check(name, ok, detail) abort
  call s:say([a:ok ? 'ok' : 'FAIL', a:name, string(a:detail)])
endfunc

" Waits until an expression is true; ten seconds are an upper limit, nothing waits that long.
func! s:till(name, condition) abort
  let l:end = reltimefloat(reltime()) + 10
  while !eval(a:condition) && reltimefloat(reltime()) < l:end
    sleep 20m
  endwhile
  call s:check(a:name, eval(a:condition), Findings())
endfunc

func! Findings() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {_, v -> v.lnum . ':' . v.col . '-' . get(v, 'end_col', 0) . ' ' . get(v, 'code', '')})
endfunc

func! Has(code) abort
  return join(Findings()) =~# a:code
endfunc

func! s:fixed(pattern) abort
  return search(a:pattern, 'nw') > 0
endfunc

func! s:skill() abort
  call setline(2, 'name: Polar_Sweep')
  call ale#Queue(0, '')
  call s:till('a wrong name is found', "Has('name-format')")
  call s:check('at the name', Has('2:7-17 name-format'), Findings())
  call cursor(2, 8)
  " ALE asks with inputlist() which of several actions is meant: the driver types the number.
  call feedkeys(":ALECodeAction\<CR>", 't')
  call timer_start(200, function('s:mended'))
endfunc

let s:waited = 0
func! s:mended(timer) abort
  let s:waited += 1
  if !s:fixed('^name: polar-sweep$') && s:waited < 50
    call timer_start(200, function('s:mended'))
    return
  endif
  call s:check('the quick fix mends it', s:fixed('^name: polar-sweep$'), getline(2))
  call ale#Queue(0, '')
  call s:till('no finding is left', 'empty(Findings())')
  call s:control()
endfunc

func! s:control() abort
  silent write
  execute 'edit' fnameescape($ROOT . '/pyFun.json')
  call search('"RefArea": 0.75')
  call setline('.', substitute(getline('.'), '0.75', '1', ''))
  call ale#Queue(0, '')
  call s:till('a whole number in place of a float is found', "Has('option-type')")
  call s:say(['done'])
  qall!
endfunc

func! s:drive(timer) abort
  try
    call s:skill()
  catch
    call s:check('the script runs', 0, v:exception . ' at ' . v:throwpoint)
    call s:say(['done'])
    qall!
  endtry
endfunc

autocmd VimEnter * call timer_start(500, function('s:drive'))
