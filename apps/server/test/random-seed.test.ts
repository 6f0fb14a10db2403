import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { replaySeed } from './random-seed.ts'

test('a property that fails prints its seed, which repeats its inputs', async () => {
  const before = fc.readConfigureGlobal()
  onTestFinished(() => fc.configureGlobal(before))
  const failWith = () => {
    const inputs: string[] = []
    const property = fc.property(fc.string(), (text) => inputs.push(text) < 0)
    expect(() => fc.assert(property)).toThrow(/seed: 42\b/)
    return inputs
  }
  await replaySeed('42')

  expect(failWith()).toEqual(failWith())
})

test('refuses a seed that is no number', async () => {
  await expect(replaySeed('x')).rejects.toThrow('TEST_SEED is a whole number, not x.')
})
