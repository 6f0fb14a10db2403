import { expect, test } from 'vitest'
import { serve } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { linksOf } from './links.queries.ts'
import { requestsOf } from './requests.queries.ts'

/** The first page has the address of the second. */
const twoPages = (path: string, first: object, second: object) =>
  serve({
    [`GET ${path}`]: ({ query }) =>
      query.get('cursor') === '7'
        ? Response.json(second)
        : Response.json(first, { headers: { link: `</api${path}?limit=200&cursor=7>; rel="next"` } }),
  })

test('reads all pages of the requests of a project', async () => {
  const reminders = { on: true }
  twoPages(
    '/projects/p1/requests',
    { requests: [{ id: 'r1' }], reminders },
    { requests: [{ id: 'r2' }], reminders },
  )

  const { requests } = await createQueryClient().fetchQuery(requestsOf('p1'))

  expect(requests.map(({ id }) => id)).toEqual(['r1', 'r2'])
})

test('reads all pages of the links of a request', async () => {
  twoPages('/requests/r1/links', [{ id: 'l2' }], [{ id: 'l1' }])

  const links = await createQueryClient().fetchQuery(linksOf('r1'))

  expect(links.map(({ id }) => id)).toEqual(['l2', 'l1'])
})
