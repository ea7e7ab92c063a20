" Rule files of Zillions of Games. The words are made from the keyword table of zrf (tests/editors.rs).
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax iskeyword !,#-',*-:,<-~,@

syntax keyword zrfTop define game include variant version
syntax keyword zrfInstruction add add-copy add-copy-partial add-partial back capture cascade change-owner
syntax keyword zrfInstruction change-type create else flip forced from go if
syntax keyword zrfInstruction last-from last-to mark move-type off opposite repeat set-attribute
syntax keyword zrfInstruction set-flag set-position-flag to verify while
syntax keyword zrfCondition adjacent-to-enemy? and attacked? defended? empty? enemy? false flag?
syntax keyword zrfCondition friend? goal-position? in-zone? last-from? last-to? marked? neutral? not
syntax keyword zrfCondition not-adjacent-to-enemy? not-attacked? not-defended? not-empty? not-enemy? not-flag? not-friend? not-goal-position?
syntax keyword zrfCondition not-in-zone? not-last-from? not-last-to? not-marked? not-neutral? not-on-board? not-piece? not-position-flag?
syntax keyword zrfCondition not-position? on-board? or piece? position-flag? position? true
syntax keyword zrfSection allow-flipping animate-captures animate-drops attribute board board-setup capture-sound change-sound
syntax keyword zrfSection click-sound count-condition default description dimensions directions discard-cascades draw-condition
syntax keyword zrfSection draw-sound drop-sound drops dummy engine grid help highlight-goals
syntax keyword zrfSection history image include-off-pieces kill-positions links loss-condition loss-sound maximal-captures
syntax keyword zrfSection move-priorities move-sound moves music name notation open opening-sound
syntax keyword zrfSection option pass-partial pass-turn piece players positions progressive-levels recycle-captures
syntax keyword zrfSection recycle-promotions release-sound selection-screen show-moves-list smart-moves solution start-rectangle strategy
syntax keyword zrfSection symmetry title translate turn-order unlink win-condition win-sound zone
syntax keyword zrfGoal absolute-config captured checkmated pieces-remaining relative-config repetition stalemated total-piece-count
syntax keyword zrfOccupant any-owner opponent

syntax match zrfNumber "\k\@<!-\?\d\+\k\@!"
syntax match zrfParameter "\$\d\+"
syntax region zrfString start=+"+ end=+"+ contains=zrfParameter
syntax match zrfComment ";.*$" contains=zrfTodo,@Spell
syntax keyword zrfTodo contained TODO FIXME XXX zrf-allow

highlight default link zrfTop Structure
highlight default link zrfInstruction Statement
highlight default link zrfCondition Conditional
highlight default link zrfSection Keyword
highlight default link zrfGoal Function
highlight default link zrfOccupant Special
highlight default link zrfNumber Number
highlight default link zrfParameter Identifier
highlight default link zrfString String
highlight default link zrfComment Comment
highlight default link zrfTodo Todo

let b:current_syntax = "zrf"
