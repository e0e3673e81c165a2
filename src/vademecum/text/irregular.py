"""Forms of English words that no ending tells: ``bought`` is a form of *buy*, ``children`` are more than one *child*.

Stems are made by endings alone, so that a question with one of these words would not find a text with another. Left out
are forms that are as often a word of their own, as *left*, *lay* and *wound*. Pure. A hook waits for this module.
"""

from __future__ import annotations

_FORMS = """
arise arose arisen, awake awoke awoken, become became, begin began begun, bend bent, bite bitten, bleed bled,
blow blew blown, break broke broken, bring brought, build built, burn burnt, buy bought, catch caught,
choose chose chosen, cling clung, come came, creep crept, deal dealt, dig dug, do did done, draw drew drawn,
dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt,
fight fought, find found, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
forgive forgave forgiven,
freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown, hang hung, hear heard,
hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lead led, leap leapt, learn learnt, lend lent,
lose lost, make made, mean meant, meet met, mistake mistook mistaken, overcome overcame, pay paid, ride rode ridden,
ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought, sell sold, send sent, shake shook shaken,
shine shone, shoot shot, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept,
slide slid, speak spoke spoken, spend spent, spin spun, stand stood, steal stole stolen, stick stuck, sting stung,
strike struck, strive strove striven, swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung,
take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, understand understood,
undertake undertook undertaken, wake woke woken, wear wore worn, weave wove woven, weep wept, win won,
withdraw withdrew withdrawn, write wrote written,
child children, foot feet, goose geese, half halves, knife knives, loaf loaves, man men, mouse mice, ox oxen,
shelf shelves, thief thieves, tooth teeth, wife wives, wolf wolves, woman women
"""

IRREGULAR = {form: base for base, *forms in map(str.split, _FORMS.split(",")) for form in forms}
"""Each such form with the word that it is a form of."""
