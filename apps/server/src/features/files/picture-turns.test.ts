import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePictures } from './picture-turns.ts'

test('an account that asks for many pictures lets others in between', async () => {
  const [ada, eve] = [randomUUID(), randomUUID()]
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const make = (workspaceId: string, name: string, ready?: Promise<void>) =>
    makePictures(workspaceId, async () => {
      begun.push(name)
      await ready
    })

  const asked = [
    make(ada, 'Ada’s first', first.promise),
    make(ada, 'Ada’s second'),
    make(ada, 'Ada’s third'),
    make(eve, 'Eve’s'),
  ]
  first.resolve()
  await Promise.all(asked)

  expect(begun).toHaveLength(4)
  expect(begun.indexOf('Eve’s')).toBeLessThan(begun.indexOf('Ada’s third'))
})
