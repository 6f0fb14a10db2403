import { calendar, clients, endpoints, files, notes, projects, search, teamNotes } from '@portico/contract'
import { createResources, inputsFor, TEAM_NOTE_TEXT, textOf } from './endpoint-inputs.ts'
import { expect } from './fixtures.ts'
import type { Given } from './given.ts'
import { FIVE_MINUTES } from './notification-emails.ts'
import { TEN_SECONDS, test } from './pushes.ts'

/** A team of two with one of everything, where every team note mentions a colleague. */
async function aTeam(given: Given) {
  const ada = await given.freelancer()
  const { client: maya, ids } = await createResources(given, await given.client(ada), ada)
  const sam = await given.member(ada, { sees: 'all' })
  for (const place of [{ client: maya.id }, { project: ids.projectId }, { file: ids.fileId }])
    await given.teamNote(ada, place, `${TEAM_NOTE_TEXT} ${teamNotes.mentionOf(sam.id)}`)
  return { ada, sam, maya, contact: await given.contact(maya), ids }
}

// access.test.ts and preview.test.ts look for it in every answer to a client, a contact and a preview.

test('a team note is in no answer to who is not signed in', async ({ api, app, given }) => {
  const { maya, ids } = await aTeam(given)
  const feed = new URL((await api.as(maya).call(calendar.renew)).body.url)

  const replies = [
    ...(await Promise.all(
      endpoints
        .filter(({ method, config }) => method === 'GET' && ['anyone', 'optional'].includes(config.access))
        .map((endpoint) => api.as(null).send(endpoint, inputsFor(endpoint, ids))),
    )),
  ].map(({ body }) => textOf(body))
  for (const path of [`/give/${ids.token}`, feed.pathname + feed.search])
    replies.push((await app.inject(path)).body)

  expect(replies.length).toBeGreaterThan(6)
  for (const reply of replies) expect(reply).not.toContain(TEAM_NOTE_TEXT)
})

test('a team note is in nothing that is exported, nor found by a client', async ({ api, given }) => {
  const { ada, maya, ids } = await aTeam(given)
  const q = TEAM_NOTE_TEXT.split(' ')[0] ?? ''

  for (const who of [ada, maya]) {
    const exported = [
      await api.as(who).call(notes.exportCsv, { params: { id: ids.fileId } }),
      await api.as(who).call(notes.exportText, { params: { id: ids.fileId } }),
      await api.as(who).call(files.zip, { params: { id: ids.projectId } }),
    ]
    for (const { status, body } of exported) {
      expect(status).toBe(200)
      expect(textOf(body)).not.toContain(q)
    }
  }
  for (const who of [maya, await given.preview(maya)])
    expect((await api.as(who).call(search.search, { querystring: { q } })).body.results).toEqual([])
})

test('a team note is in no email and no push to a client, whatever else they are about', async ({
  api,
  clock,
  emailsTo,
  given,
  pushes,
  subscribe,
}) => {
  const { ada, sam, maya, contact, ids } = await aTeam(given)
  const browser = await subscribe(maya)
  const project = { id: ids.projectId }
  await given.feedback(maya, project)
  await given.review(ada, await given.file(ada, project))
  await given.requests(ada, project, ['Opening hours'])
  await given.note(ada, await given.file(maya, project))
  await api.as(ada).call(projects.passTurn, { params: project, body: { to: 'client' } })
  const handOver = { to: sam.id, note: TEAM_NOTE_TEXT, sentence: 'Sam is yours from now on.' }
  await api.as(ada).call(clients.handOver, { params: { id: maya.id }, body: handOver })
  clock.forward(TEN_SECONDS)
  const pushed = (await pushes()).map((one) => JSON.stringify(browser.read(one)))
  clock.forward(FIVE_MINUTES)
  const emails = [...(await emailsTo(maya)), ...(await emailsTo(contact))]
  clock.forward({ seconds: 86_400 })
  emails.push(...(await emailsTo(maya)))
  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  emails.push(...(await emailsTo(maya)))

  expect(pushed.join()).toContain('handed your work over to')
  expect(emails.map(({ text }) => text).join()).toContain('Sam is yours from now on.')
  expect(emails.length).toBeGreaterThan(3)
  for (const text of [...pushed, ...emails.map((email) => JSON.stringify(email))])
    expect(text).not.toContain(TEAM_NOTE_TEXT)
})
