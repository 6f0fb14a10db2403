import { expect, test } from 'vitest'
import { emailSamples } from './email-samples.ts'

const samples = emailSamples('https://portico.example').map(({ name, write }) => [name, write()] as const)

test.for(samples)('begins no sentence with a name that somebody chose: %s', ([, { text }]) => {
  // The letterhead stands above the first sentence.
  const [letterhead = '', sentence = letterhead] = text.split('\n\n')

  expect(/^[A-Z][a-z ]+/.exec(sentence)?.[0]).not.toMatch(/^(Ada|Maya|Maximiliane)/)
})

test.for(samples)('keeps names short in subject and sender: %s', ([, { subject, from = '' }]) => {
  expect(subject.length).toBeLessThan(200)
  expect(from.length).toBeLessThanOrEqual('… via Portico'.length + 60)
})
