import { search } from '@portico/contract'
import fc from 'fast-check'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { TestClient, TestFreelancer, TestUser } from '../../../test/given.ts'
import { findWrongSearchItems } from '../../../test/search-items.ts'
import { createSearchScenario } from '../../../test/search-scenario.ts'
import { deleteRemoved } from '../bin/expiry.service.ts'
import { removeContact } from '../clients/contacts.service.ts'
import { removeMember } from '../members/members.service.ts'

const WORDS = ['rye', 'loaf', 'menu']
const word = fc.constantFrom(...WORDS)
const who = fc.nat(3)
/** The client themselves, or a contact of theirs. */
const by = fc.nat(1)
const action = fc.oneof(
  fc.record({ kind: fc.constant('project' as const), who, by, word }),
  fc.record({
    kind: fc.constantFrom('file', 'version', 'feedback', 'note', 'request', 'message'),
    who,
    by,
    word,
  }),
  fc.record({
    kind: fc.constantFrom('removeFile', 'restoreFile', 'removeProject', 'restore', 'rename'),
    who,
    by,
    word,
  }),
)
const actions = fc.array(action, { minLength: 8, maxLength: 24 })

/** Runs random actions and compares what each person finds with what the scenario says they can open. */
test('after any sequence of actions, everybody finds exactly the things that they can open', async ({
  api,
  given,
  ctx,
}) => {
  await fc.assert(
    fc.asyncProperty(actions, fc.option(who), async (actions, removed) => {
      const freelancers = [await given.freelancer(), await given.freelancer()]
      const clients: TestClient[][] = []
      const removedContacts: TestClient[] = []
      for (const freelancer of [...freelancers, ...freelancers]) {
        const client = await given.client(freelancer)
        const looker = await given.contact(client, { looksOnly: true })
        clients.push([client, await given.contact(client), looker])
        removedContacts.push(await given.contact(client))
      }
      const [ada] = freelancers as [TestFreelancer]
      const assigned = clients[0]?.[0] as TestClient
      const seesAll = await given.member(ada, { sees: 'all' })
      const seesSome = await given.member(ada, { clients: [assigned] })
      const leaves = await given.member(ada, { clients: [assigned] })
      const scenario = createSearchScenario(ctx, given)
      for (const { kind, who, by, word } of actions)
        await scenario[kind](clients[who]?.[by] as TestClient, word)
      for (const who of [0, 1, 2, 3]) await scenario.feedback(removedContacts[who] as TestClient, 'rye')
      for (const { freelancer, id } of removedContacts) await removeContact(ctx, freelancer, id)
      if (removed !== null) await scenario.removeClient(clients.splice(removed, 1)[0]?.[0] as TestClient)

      await removeMember(ctx, ada, leaves.id, ada.id)
      const reaches = (person: TestUser, client: TestClient) =>
        person.side === 'client'
          ? person.clientId === client.clientId
          : person.workspaceId === client.workspaceId &&
            (person.sees === 'all' || client.clientId === assigned.clientId)

      for (const person of [...clients.flat(), ...freelancers, seesAll, seesSome])
        for (const searched of WORDS) {
          const expected = scenario.things.filter(
            ({ client, word, isOpen }) => isOpen() && word === searched && reaches(person, client),
          )
          expect(await find(api, person, searched)).toEqual(expected.map(({ id }) => id).sort())
        }
    }),
    { numRuns: 8 },
  )

  // After the job has deleted the things of deleted clients, the search items are right.
  await deleteRemoved(ctx)
  expect(await findWrongSearchItems(ctx.db)).toEqual([])
})

async function find(api: Api, person: TestUser, q: string) {
  const { body } = await api.as(person).call(search.search, { querystring: { q, limit: 200 } })
  return body.results.map(({ id }) => id).sort()
}
