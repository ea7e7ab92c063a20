" Rule files of Zillions of Games: comments, indentation, zrf check and zrf fmt.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:; commentstring=;\ %s
setlocal shiftwidth=2 softtabstop=2 expandtab textwidth=100 autoindent
" Names hold all but white space, parentheses, quotes and semicolons.
setlocal iskeyword=!,#-',*-:,<-~,@
setlocal makeprg=zrf\ check\ --format\ short\ %:S
setlocal errorformat=%f:%l:%c:\ %t%*[^:]:\ %m
setlocal formatprg=zrf\ fmt\ -

let b:undo_ftplugin = "setlocal comments< commentstring< shiftwidth< softtabstop< expandtab< textwidth<"
      \ . " autoindent< iskeyword< makeprg< errorformat< formatprg<"
