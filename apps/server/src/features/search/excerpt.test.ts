import { expect, test, vi } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('folds each distinct character of long texts once', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')

  const excerpts = Array.from({ length: 10 }, () =>
    excerptOf(`${'Щука, Ёж! '.repeat(900)}Плакат`, ['плакат']),
  )

  expect(normalize.mock.calls.length).toBeLessThan(50)
  for (const excerpt of excerpts) expect(excerpt).toContainEqual(['Плакат', true])
})
