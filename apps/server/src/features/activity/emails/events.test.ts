import { activity, bin, projects, requests } from '@portico/contract'
import { expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestUser } from '../../../../test/given.ts'
import { AN_HOUR, FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'
import { enterByLink } from '../../clients/links.service.ts'
import { markRead } from '../activity.service.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'

test('emails events to the other side after five minutes, with those that followed', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  clock,
}) => {
  await given.file(maya, menu, { name: 'logo.pdf' })
  clock.forward({ seconds: 200 })
  await given.feedback(maya, menu, 'Could the blue be darker?')
  expect(await emailsTo(ada)).toEqual([])

  clock.forward({ seconds: 101 })
  const [email, ...more] = await emailsTo(ada)

  expect(more).toEqual([])
  expect(email).toMatchObject({
    from: { name: 'Maya Whitcombe via Portico' },
    replyTo: { name: 'Maya Whitcombe', address: maya.email },
    subject: 'It is your turn in Spring menu',
  })
  expect(email?.text).toContain(`/projects/${menu.id}`)
  expect(email?.text).toMatch(
    /- Maya uploaded logo.pdf \(.*\)\n- Maya left feedback \(.*\)\n> Maya: “Could the blue be darker\?”/,
  )
  expect(await emailsTo(maya), 'who did it').toEqual([])
})

test('emails a note that was not before anybody’s eyes, though its project was on screen', async ({
  pair: { maya, ada, menu },
  ctx,
  given,
  emailsTo,
  clock,
}) => {
  const file = await given.file(ada, menu, { name: 'menu.pdf' })
  await given.note(maya, file, { text: 'Larger, please.' })
  await given.feedback(maya, menu, 'Lovely.')
  await markRead(ctx, ada, { shown: { projectId: menu.id, places: ['project', 'files', 'feedback'] } })
  clock.forward(FIVE_MINUTES)

  const [email, ...more] = await emailsTo(ada)
  expect(more).toEqual([])
  expect(email?.text).toContain('- Maya left a note on menu.pdf')
  expect(email?.text).toContain('> Maya: “Larger, please.”')
  expect(email?.text, 'was on screen').not.toContain('Lovely.')

  await given.note(maya, file, { text: 'And bolder.' })
  await markRead(ctx, ada, { fileId: file.id })
  clock.forward(AN_HOUR)
  expect(await emailsTo(ada), 'was on screen too').toHaveLength(1)
})

test('gives a client a link that logs in and opens the project', async ({
  pair: { maya, ada, menu },
  ctx,
  given,
  emailsTo,
  clock,
}) => {
  await given.file(ada, menu, { name: 'proof.pdf' })
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(maya)

  expect(email).toMatchObject({
    from: { name: 'Ada Marsh via Portico' },
    subject: 'Spring menu: Ada uploaded proof.pdf',
  })
  const [url = ''] = /http\S+client-login\S+/.exec(email?.text ?? '') ?? []
  expect(new URL(url).searchParams.get('to')).toBe(`projects/${menu.id}`)
  expect(await enterByLink(ctx, tokenFromUrl(url))).toMatchObject({ token: expect.any(String) })
})

test('puts messages, joined by other clients’ news, into the same email', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  send,
  clock,
}) => {
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Ashby' })
  await given.file(maya, menu, { name: 'logo.pdf' })
  await send(maya, ada, 'Is the bleed in the file?')
  clock.forward(FIVE_MINUTES)

  const [email, ...more] = await emailsTo(ada)

  expect(more).toEqual([])
  expect(email?.from.name).toBe('Portico')
  expect(email?.text).toContain('- Tom came in for the first time')
  expect(email?.text).toContain(`/clients/${tom.id}`)
  expect(email?.text).toContain('- Maya uploaded logo.pdf')
  expect(email?.text).toMatch(/Messages from Maya Whitcombe\n.*\n> Maya: “Is the bleed in the file\?”/)
  clock.forward(AN_HOUR)
  expect(await emailsTo(ada), 'nothing twice').toHaveLength(1)
})

test('sends the next email an hour after the last, with everything since then', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  send,
  clock,
}) => {
  await given.file(ada, menu, { name: 'first.pdf' })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toHaveLength(1)
  await given.file(ada, menu, { name: 'second.pdf' })
  clock.forward(FIVE_MINUTES)
  await send(ada, maya, 'Look at the second one.')
  clock.forward({ seconds: 3_600 - 330 })
  expect(await emailsTo(maya)).toHaveLength(1)

  clock.forward({ seconds: 60 })
  const [email, ...earlier] = await emailsTo(maya)

  expect(earlier).toHaveLength(1)
  expect(email?.text).toContain('second.pdf')
  expect(email?.text).toContain('> Ada: “Look at the second one.”')
  expect(email?.text).not.toContain('first.pdf')
})

test('emails decisions, requests for approval and answers after five minutes, whatever was emailed within the hour', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  clock,
}) => {
  const subjectsTo = async (person: TestUser) => (await emailsTo(person)).map(({ subject }) => subject)
  const proof = await given.file(ada, menu, { name: 'proof.pdf' })
  await given.feedback(maya, menu)
  clock.forward(FIVE_MINUTES)
  await emailsTo(maya)
  await emailsTo(ada)

  const review = await given.review(ada, proof)
  await given.file(ada, menu, { name: 'hours.txt' })
  clock.forward({ seconds: 200 })
  expect(await emailsTo(maya)).toHaveLength(1)
  clock.forward({ seconds: 101 })
  const [asked] = await emailsTo(maya)
  expect(asked?.subject).toBe('It is your turn in Spring menu')
  expect(asked?.text).toContain('hours.txt')

  await given.decision(maya, review)
  clock.forward(FIVE_MINUTES)
  expect((await subjectsTo(ada))[0]).toBe('Spring menu: Maya approved version 1 of proof.pdf')

  const { length } = await emailsTo(maya)
  const [hours] = await given.requests(ada, menu, [{ title: 'Opening hours', kind: 'text' }])
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya), 'a request waits for the end of the hour').toHaveLength(length)
  await given.answer(maya, hours)
  clock.forward(FIVE_MINUTES)
  expect(await subjectsTo(ada)).toHaveLength(3)
})

test('emails a decision after five minutes, also when earlier events wait for the end of the hour', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  clock,
}) => {
  const review = await given.review(ada, await given.file(ada, menu, { name: 'proof.pdf' }))
  await given.file(maya, menu, { name: 'first.pdf' })
  clock.forward(FIVE_MINUTES)
  await emailsTo(ada)
  await given.file(maya, menu, { name: 'second.pdf' })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(ada)).toHaveLength(1)

  await given.decision(maya, review)
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(ada)
  expect(email?.text).toContain('second.pdf')
  expect(email?.text).toContain('Maya approved version 1 of proof.pdf')
})

test('emails no event that was read', async ({ pair: { maya, ada, menu }, api, given, emailsTo, clock }) => {
  const sign = await given.project(maya, { title: 'Shop sign' })
  await given.file(ada, menu, { name: 'proof.pdf' })
  await given.file(ada, sign, { name: 'sign.pdf' })
  await api.as(maya).call(activity.markRead, { body: { projectId: menu.id } })
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(maya)

  expect(email?.text).toContain('sign.pdf')
  expect(email?.text).not.toContain('Spring menu')
  await given.file(ada, menu)
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  clock.forward(AN_HOUR)
  expect(await emailsTo(maya)).toHaveLength(1)
})

test('sends nothing when everything is read between the decision and the email', async ({
  pair: { maya, ada, menu },
  api,
  ctx,
  given,
  emails,
  clock,
}) => {
  await given.file(ada, menu)
  clock.forward(FIVE_MINUTES)
  await queueNotificationEmails(ctx, {})
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  expect(await emails.to(maya.email)).toEqual([])

  await given.file(ada, menu, { name: 'next.pdf' })
  clock.forward(FIVE_MINUTES)
  await queueNotificationEmails(ctx, {})
  expect(await emails.to(maya.email), 'no email was sent, so none is waited for').toHaveLength(1)
})

test('emails nothing about changed titles, nor about archived or deleted projects', async ({
  pair: { maya, ada, menu },
  api,
  given,
  emailsTo,
  clock,
}) => {
  const [sign, card] = [await given.project(maya), await given.project(maya)]
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: 'Summer menu' } })
  await given.file(ada, sign)
  await given.file(ada, card)
  await api.as(ada).call(projects.remove, { params: { id: sign.id } })
  await api.as(ada).call(projects.update, { params: { id: card.id }, body: { archived: true } })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toEqual([])
})

test('emails nothing when an answer is accepted, and lists it in the next email', async ({
  pair: { maya, ada, menu },
  api,
  given,
  emailsTo,
  clock,
}) => {
  const [logo] = await given.requests(ada, menu, ['Logo'])
  await given.answer(maya, logo)
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  await api.as(ada).call(requests.setState, { params: { id: logo.id }, body: { state: 'accepted' } })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toEqual([])

  await given.file(ada, menu, { name: 'proof.pdf' })
  clock.forward({ seconds: 200 })
  expect(await emailsTo(maya), 'five minutes count from the file').toEqual([])
  clock.forward(FIVE_MINUTES)
  const [email] = await emailsTo(maya)

  expect(email?.text).toMatch(/- Ada accepted Logo \(.*\)\n- Ada uploaded proof.pdf/)
})

test('emails events of a deleted project once, after it is restored', async ({
  pair: { maya, ada, menu },
  api,
  given,
  emailsTo,
  clock,
}) => {
  await given.file(ada, menu, { name: 'proof.pdf' })
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toEqual([])

  const restore = () => api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })
  await restore()
  expect((await emailsTo(maya)).map(({ subject }) => subject)).toEqual([
    'Spring menu: Ada uploaded proof.pdf',
  ])

  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  await restore()
  clock.forward(AN_HOUR)
  expect(await emailsTo(maya)).toHaveLength(1)
})

test('shows uploads of ten minutes as one line, and twenty lines at most', async ({
  pair: { maya, ada, menu },
  api,
  given,
  emailsTo,
  clock,
}) => {
  for (let n = 0; n < 4; n++) await given.file(ada, menu)
  for (let n = 0; n < 15; n++)
    for (const status of ['In Progress', 'Pending'] as const)
      await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { status } })
  clock.forward(FIVE_MINUTES)

  const [email] = await emailsTo(maya)

  expect(email?.text).toContain('- Ada uploaded 4 files')
  expect(email?.text.match(/^- /gm)).toHaveLength(20)
  expect(email?.text).toContain('And 11 more.')
})

test('links the client to new requests and the freelancer to the answers, with several files in one line', async ({
  pair: { maya, ada, menu },
  given,
  emailsTo,
  clock,
}) => {
  const [logo] = await given.requests(ada, menu, ['Logo', 'Photo'])
  clock.forward(FIVE_MINUTES)
  const [asked] = await emailsTo(maya)
  for (const name of ['logo.svg', 'logo.pdf']) await given.file(maya, menu, { name, requestId: logo.id })
  clock.forward(FIVE_MINUTES)
  const [answered] = await emailsTo(ada)

  expect(asked?.text).toContain('- Ada asked you for 2 things')
  expect(asked?.text).toMatch(new RegExp(`client-login\\?token=\\S+&to=projects/${menu.id}/requests`))
  expect(answered?.text).toContain('- Maya answered Logo with 2 files')
  expect(answered?.text).toContain(`/projects/${menu.id}/requests`)
})
