import { expect, test } from 'vitest'
import { waitingTexts } from './waiting-texts.ts'

test.for([
  [
    { freelancer: 2, client: 1, messages: 3 },
    'Your turn on 2 projects, waiting for Maya on 1 project, 3 unread messages',
  ],
  [{ freelancer: 0, client: 4, messages: 0 }, 'Waiting for Maya on 4 projects'],
  [{ freelancer: 0, client: 0, messages: 1 }, '1 unread message'],
  [{ freelancer: 0, client: 0, messages: 0 }, ''],
] as const)('says what waits for whom: %j', ([waiting, text]) => {
  expect(waitingTexts('Maya', waiting).join(', ')).toBe(text)
})
