import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { changeSeveralProjects } from './bulk.queries.ts'

const ids = Array.from({ length: 450 }, (_, n) => `p${n}`)

function change(answer: (ids: string[], batch: number) => Response) {
  signInFreelancer()
  const batches: string[][] = []
  serve({
    'POST /projects/bulk': ({ body }) => {
      batches.push((body as { ids: string[] }).ids)
      return answer(batches.at(-1) ?? [], batches.length)
    },
  })
  const client = new QueryClient()
  const result = client
    .getMutationCache()
    .build(client, changeSeveralProjects)
    .execute({ ids, archived: true })
  return { batches, result }
}

const refusal = { id: 'p250', code: 'ARCHIVED', message: 'This project is archived.' }
const unavailable = () => problem(503, 'NOT_READY', 'Please try again in a moment.')

test('changes more projects than one call takes in batches, and says which refused', async () => {
  const { batches, result } = change((ids) =>
    Response.json({
      changed: ids.filter((id) => id !== refusal.id),
      refused: ids.includes(refusal.id) ? [refusal] : [],
    }),
  )

  const { changed, refused } = await result
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 50])
  expect(changed).toHaveLength(449)
  expect(refused).toEqual([refusal])
})

test('when a later batch fails, all that is left is refused with the reason', async () => {
  const { batches, result } = change((ids, batch) =>
    batch === 1 ? Response.json({ changed: ids, refused: [] }) : unavailable(),
  )

  const { changed, refused } = await result
  expect(batches).toHaveLength(2)
  expect(changed).toHaveLength(200)
  expect(refused).toHaveLength(250)
  expect(refused[0]).toEqual({ id: 'p200', code: 'NOT_READY', message: 'Please try again in a moment.' })
})

test('when the first batch fails, nothing was changed', async () => {
  const { result } = change(unavailable)

  await expect(result).rejects.toMatchObject({ code: 'NOT_READY' })
})
