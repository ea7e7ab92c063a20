autocmd BufRead,BufNewFile *.zrf setfiletype zrf
