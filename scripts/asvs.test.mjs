import { expect, test } from 'vitest'
import { findFaults } from './asvs.mjs'

const exists = (file) => file === 'there.test.ts'

test('accepts what is met by a file that exists, and what is not met with a reason', () => {
  const text = '| V1.2.3 | 1 | in short | `there.test.ts` |\n| V1.2.4 | 2 | | Not met: for a reason |'

  expect(findFaults(text, exists)).toEqual([])
})

test.for([
  ['| V1.2.3 | 1 | in short | `gone.test.ts` |', 'V1.2.3: gone.test.ts is gone'],
  ['| V1.2.3 | 1 | in short | |', 'V1.2.3 says neither what meets it nor why nothing does'],
  ['| V1.2.3 | 1 | in short | Not met: |', 'V1.2.3 says neither what meets it nor why nothing does'],
  ['| V1.2.3 | 3 | in short | `there.test.ts` |', 'V1.2.3 has no number and level of the standard'],
  ['nothing', 'there are no requirements'],
])('finds the fault of %s', ([text, fault]) => {
  expect(findFaults(text, exists)).toContain(fault)
})
