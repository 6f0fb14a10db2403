import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.for([
  ['Crème BRÛLÉE', 'creme brulee'],
  ['e\u0301té', 'ete'],
  ['Straße, Łódź, smørrebrød, Œuvre', 'strasse, lodz, smorrebrod, oeuvre'],
  ['İstanbul Ağrı', 'istanbul agri'],
  ['ﬁle ②', 'file 2'],
  ['مُحَمَّد', 'محمد'],
  ['हिन्दी', 'हिन्दी'],
  ['σοφός ΣΟΦΌΣ. Σοφοσ', 'σοφοσ σοφοσ. σοφοσ'],
  ['100 % rye_loaf', '100 % rye_loaf'],
])('compares %s as %s', ([text, folded]) => {
  expect(foldText(text as string)).toBe(folded)
})
