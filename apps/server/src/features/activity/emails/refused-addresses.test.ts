import { accounts, clients } from '@portico/contract'
import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createTestContext } from '../../../../test/context.ts'
import { expect } from '../../../../test/fixtures.ts'
import { createGiven, type TestUser, uniqueEmail } from '../../../../test/given.ts'
import { AN_HOUR, test as base, FIVE_MINUTES } from '../../../../test/notification-emails.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { runDueJobs } from '../../../platform/jobs/runner.ts'
import { work } from '../../../work.ts'
import { getProfile } from '../../accounts/accounts.service.ts'
import { setEmailRefusal } from './refused-addresses.repository.ts'

const UNKNOWN_USER = '5.1.1 User unknown'

/**
 * `refuse` makes the mail server refuse an address. `deliver` sends the due emails and returns those that have
 * arrived there.
 */
const test = base
  .extend('smtp', { scope: 'file' }, async ({}, { onCleanup }) => {
    const replies = new Map<string, [code: number, text: string]>()
    const smtp = await startSmtp({
      onRcptTo({ address }, _session, done) {
        const [responseCode, text] = replies.get(address) ?? []
        done(responseCode ? Object.assign(new Error(text), { responseCode }) : undefined)
      },
    })
    onCleanup(smtp.stop)
    return { ...smtp, replies }
  })
  .extend('testContext', { scope: 'file' }, async ({ smtp }, { onCleanup }) => {
    const testContext = await createTestContext({ SMTP_URL: smtp.url })
    onCleanup(testContext.close)
    return testContext
  })
  .extend(
    'refuse',
    ({ smtp }) =>
      ({ email }: { email: string }, code = 550, text = UNKNOWN_USER) =>
        void smtp.replies.set(email, [code, text]),
  )
  .extend('deliver', ({ ctx, smtp, testContext }) => async ({ email }: { email: string }) => {
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    await runDueJobs(ctx, testContext.connection, work)
    return smtp.received.filter(({ recipients }) => recipients.includes(email)).map(({ email }) => email)
  })
  .extend('findRefusal', ({ api }) => async (person: TestUser) => {
    if (person.side === 'freelancer') return (await api.as(person).call(accounts.me)).body.emailRefusal
    const client = await api.as(person.freelancer).call(clients.get, { params: { id: person.id } })
    return client.body.access.emailRefusal
  })

test('shows the freelancer that a client’s address is refused, and sends no more notifications there', async ({
  clock,
  pair: { maya, ada, menu },
  deliver,
  findRefusal,
  given,
  refuse,
  smtp,
}) => {
  refuse(maya)
  await given.file(ada, menu)
  clock.forward(FIVE_MINUTES)
  await deliver(maya)
  expect(await findRefusal(maya)).toEqual({
    refusedAt: expect.any(String),
    reply: expect.stringContaining('550 5.1.1 User unknown'),
  })
  expect(await findRefusal(ada), 'the other side').toBeNull()

  smtp.replies.delete(maya.email)
  await given.file(ada, menu)
  for (let n = 0; n < 3; n++) {
    clock.forward(AN_HOUR)
    expect(await deliver(maya)).toEqual([])
  }
})

test('sends waiting emails to a new address at once', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  deliver,
  findRefusal,
  given,
  refuse,
}) => {
  refuse(maya)
  await given.file(ada, menu, { name: 'proof.pdf' })
  clock.forward(FIVE_MINUTES)
  await deliver(maya)

  const email = uniqueEmail('maya')
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })
  expect(await findRefusal(maya)).toBeNull()

  const subjects = (await deliver({ email })).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([
    'Spring menu: Ada uploaded proof.pdf',
    'Your link to your portal with Ada Marsh',
  ])
})

test('sends notifications again after a requested login link was accepted', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  deliver,
  findRefusal,
  given,
  refuse,
  smtp,
}) => {
  refuse(maya)
  await given.file(ada, menu, { name: 'proof.pdf' })
  clock.forward(FIVE_MINUTES)
  await deliver(maya)
  const resend = () => api.as(ada).call(clients.resendLogin, { params: { id: maya.id } })

  await resend()
  expect(await deliver(maya), 'still refused').toEqual([])
  expect(await findRefusal(maya)).not.toBeNull()
  smtp.replies.delete(maya.email)
  await resend()
  await deliver(maya)
  expect(await findRefusal(maya)).toBeNull()

  expect((await deliver(maya)).map(({ subject }) => subject)).toEqual([
    'Your link to your portal with Ada Marsh',
    'Spring menu: Ada uploaded proof.pdf',
  ])
})

test('shows a freelancer that their own address is refused, until it accepts a test email', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  deliver,
  findRefusal,
  given,
  refuse,
  smtp,
}) => {
  refuse(ada)
  await given.file(maya, menu)
  clock.forward(FIVE_MINUTES)
  await deliver(ada)
  expect(await findRefusal(ada)).toMatchObject({ reply: expect.stringContaining(UNKNOWN_USER) })

  smtp.replies.delete(ada.email)
  await api.as(ada).call(accounts.testEmail)
  await deliver(ada)
  expect(await findRefusal(ada)).toBeNull()
  expect((await deliver(ada)).map(({ subject }) => subject)).toEqual([
    'Emails from Portico reach you',
    'Spring menu: Maya uploaded menu.txt',
  ])
})

test.for([
  ['is full', 552, '5.2.2 Mailbox full'],
  ['is busy', 450, '4.2.1 Try later'],
] as const)(
  'holds nothing against an address whose mailbox %s',
  async ([, code, text], { clock, createPair, deliver, findRefusal, given, refuse }) => {
    const { maya, ada, menu } = await createPair()
    refuse(maya, code, text)
    await given.file(ada, menu)
    clock.forward(FIVE_MINUTES)
    await deliver(maya)

    expect(await findRefusal(maya)).toBeNull()
  },
)

type Refuse = (done: (error?: Error) => void, responseCode: number, text: string) => void
test.for([
  [
    'the password is wrong',
    'portico:secret@',
    (refuse) => ({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        refuse((error) => done(error, { user: 'portico' }), 535, '5.7.8 Wrong password'),
    }),
  ],
  [
    'we may not send through the server',
    '',
    (refuse) => ({ onRcptTo: (_to, _session, done) => refuse(done, 554, '5.7.1 Relay access denied') }),
  ],
] as [string, string, (refuse: Refuse) => SMTPServerOptions][])(
  'refuses no address while %s, and sends what waited afterwards',
  async ([, login, options]) => {
    let isRight = false
    const smtp = await startSmtp(
      options((done, responseCode, text) =>
        done(isRight ? undefined : Object.assign(new Error(text), { responseCode })),
      ),
    )
    onTestFinished(smtp.stop)
    const { ctx, connection, close } = await createTestContext({
      SMTP_URL: smtp.url.replace('//', `//${login}`),
    })
    onTestFinished(close)
    const given = createGiven(ctx)
    const ada = await given.freelancer()
    const maya = await given.client(ada, { sendEmail: true })

    await runDueJobs(ctx, connection, work)
    const isRefused = () => ctx.db.selectFrom('client').select('email_refusal').executeTakeFirst()
    expect(await isRefused()).toEqual({ email_refusal: null })
    expect((await getProfile(ctx, ada)).emailsDelayedSince).not.toBeNull()

    isRight = true
    await ctx.jobs.add(ctx.db, 'retryOneEmail', {})
    await runDueJobs(ctx, connection, work)
    await runDueJobs(ctx, connection, work)
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[maya.email]])
  },
)

test('marks nobody when the old address is refused after a change', async ({
  api,
  pair: { maya, ada },
  ctx,
  findRefusal,
}) => {
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email: uniqueEmail('maya') } })

  const refusal = { refusedAt: new Date().toISOString(), reply: UNKNOWN_USER }
  await setEmailRefusal(ctx.db, maya, maya.email, refusal)

  expect(await findRefusal(maya)).toBeNull()
})
