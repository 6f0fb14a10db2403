import { search } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { TestClient, TestUser } from '../../../test/given.ts'
import { createSearchScenario } from '../../../test/search-scenario.ts'

const WORDS = ['rye', 'loaf', 'menu']
const word = fc.constantFrom(...WORDS)
const who = fc.nat(3)
const action = fc.oneof(
  fc.record({ kind: fc.constant('project' as const), who, word }),
  fc.record({
    kind: fc.constantFrom('file', 'version', 'feedback', 'note', 'request', 'message'),
    who,
    word,
  }),
  fc.record({ kind: fc.constantFrom('removeFile', 'removeProject', 'restore'), who, word }),
)

/** Runs random actions and compares what each person finds with what the scenario says they can open. */
test('after any sequence of actions, everybody finds exactly the things that they can open', async ({
  api,
  given,
  ctx,
}) => {
  const clients = [await given.client(await given.freelancer()), await given.client(await given.freelancer())]
  for (const { freelancer } of [...clients]) clients.push(await given.client(freelancer))
  let run = 0

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const scenario = createSearchScenario(ctx, given, `k${run++}x`)
      for (const { kind, who, word } of actions) await scenario[kind](clients[who] as TestClient, word)

      for (const person of [...clients, ...new Set(clients.map(({ freelancer }) => freelancer))])
        for (const searched of WORDS) {
          const expected = scenario.things.filter(
            ({ client, word, isOpen }) =>
              isOpen() && word === searched && [client.id, client.freelancer.id].includes(person.id),
          )
          expect(await find(api, person, `${searched} ${scenario.token}`)).toEqual(
            expected.map(({ id }) => id).sort(),
          )
        }
    }),
    { numRuns: 8 },
  )

  // The index table has the same rows as its view.
  const { rows } = await sql`
    (table search_source except table search_item) union all (table search_item except table search_source)`.execute(
    ctx.db,
  )
  expect(rows).toEqual([])
})

async function find(api: Api, person: TestUser, q: string) {
  const { body } = await api.as(person).call(search.search, { querystring: { q, limit: 200 } })
  return body.results.map(({ id }) => id).sort()
}
