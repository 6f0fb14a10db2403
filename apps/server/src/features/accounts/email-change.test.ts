import { accounts, activity, chat, clients, projects } from '@portico/contract'
import { describe, vi } from 'vitest'
import { expect, test as fixtures, tokenFromUrl } from '../../../test/fixtures.ts'
import { type TestFreelancer, uniqueEmail } from '../../../test/given.ts'
import { findCustomerId } from '../../../test/stripe-events.ts'
import { subscribe } from '../../../test/subscriptions.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { createChatEmailToken, createEmailToken } from '../activity/emails/email-token.ts'
import { setEmailRefusal } from '../activity/emails/refused-addresses.repository.ts'
import { closeAccount } from './close-account.service.ts'

/** `change` asks for a change and confirms it by the mailed link; `undoToken` is that of the newest email to an address. */
const test = fixtures
  .extend(
    'ask',
    ({ api }) =>
      (ada: TestFreelancer, email: string, currentPassword = ada.password) =>
        api.as(ada).call(accounts.changeEmail, { body: { email, currentPassword } }),
  )
  .extend('confirmToken', ({ emails }) => async (address: string) => {
    const sent = (await emails.to(address)).map(({ text }) => text)
    const [token] = sent.map((text) => /confirm-new-email\?token=([\w-]+)/.exec(text)?.[1]).filter(Boolean)
    return token ?? ''
  })
  .extend('undoToken', ({ emails }) => async (address: string) => {
    const sent = (await emails.to(address)).map(({ text }) => text)
    const [token] = sent.map((text) => /undo-email\?token=([\w-]+)/.exec(text)?.[1]).filter(Boolean)
    return token ?? ''
  })
  .extend(
    'confirm',
    ({ api }) =>
      (token: string) =>
        api.as(null).call(accounts.confirmEmailChange, { body: { token } }),
  )
  .extend(
    'undo',
    ({ api }) =>
      (token: string) =>
        api.as(null).call(accounts.undoEmailChange, { body: { token } }),
  )
  .extend('change', ({ ask, confirm, confirmToken }) => async (ada: TestFreelancer, email: string) => {
    await ask(ada, email)
    return confirm(await confirmToken(email))
  })
  .extend('login', ({ api }) => (email: string, { password }: { password: string }) => {
    return api.as(null).call(accounts.login, { body: { email, password } })
  })

describe('changing one’s own email', () => {
  test('keeps the old one until the link that was mailed to the new one is opened', async ({
    api,
    ask,
    confirm,
    confirmToken,
    emails,
    given,
    login,
  }) => {
    const ada = await given.freelancer()
    const email = uniqueEmail('new')

    expect(await ask(ada, email)).toMatchObject({
      status: 200,
      body: { email: ada.email, pendingEmail: { email, expiresAt: expect.any(String) } },
    })
    expect((await login(ada.email, ada)).status).toBe(200)
    expect((await login(email, ada)).status).toBe(401)
    expect(await confirm(await confirmToken(email))).toMatchObject({ status: 200, body: { email } })

    expect((await api.as(ada).call(accounts.me)).body).toMatchObject({
      email,
      emailConfirmed: true,
      pendingEmail: null,
    })
    expect((await login(ada.email, ada)).status).toBe(401)
    expect((await login(email.toUpperCase(), ada)).status).toBe(200)
    expect((await emails.to(ada.email)).map(({ subject }) => subject)).toContain(
      'Your Portico account has another email',
    )
  })

  test('needs the current password, and another address than the present one in any form', async ({
    ask,
    given,
  }) => {
    const ada = await given.freelancer()
    const eve = await given.freelancer({ email: `${uniqueEmail('eve').split('@')[0]}@bücher.example` })

    expect(await ask(ada, uniqueEmail('new'), 'wrong')).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD', fields: { currentPassword: expect.any(String) } },
    })
    const same = [
      await ask(ada, ada.email.toUpperCase()),
      await ask(eve, eve.email.replace('bücher', 'xn--bcher-kva').toUpperCase()),
    ]
    for (const reply of same)
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'EMAIL_UNCHANGED', fields: { email: expect.any(String) } },
      })
  })

  test('has one open change: the links of an earlier, a cancelled and a used one are refused', async ({
    api,
    ask,
    confirm,
    confirmToken,
    given,
  }) => {
    const ada = await given.freelancer()
    const [first, second, third] = [uniqueEmail('a'), uniqueEmail('b'), uniqueEmail('c')]
    await ask(ada, first)
    const replaced = await confirmToken(first)
    await ask(ada, second)
    const cancelled = await confirmToken(second)
    expect((await api.as(ada).call(accounts.cancelEmailChange)).body.pendingEmail).toBeNull()
    await ask(ada, third)
    const used = await confirmToken(third)
    expect((await confirm(used)).status).toBe(200)

    for (const token of [replaced, cancelled, used, 'wrong'])
      expect(await confirm(token)).toMatchObject({ status: 401, body: { code: 'EMAIL_CHANGE_NOT_VALID' } })
    expect(await api.as(ada).call(accounts.resendEmailChange)).toMatchObject({
      status: 409,
      body: { code: 'NO_EMAIL_CHANGE' },
    })
  })

  test('works for a day, and for another after it was mailed again', async ({
    api,
    ask,
    clock,
    confirm,
    confirmToken,
    emails,
    given,
  }) => {
    const ada = await given.freelancer()
    const [email, late] = [uniqueEmail('new'), uniqueEmail('late')]
    await ask(ada, email)
    clock.forward({ seconds: 23 * 3_600 })
    expect((await api.as(ada).call(accounts.resendEmailChange)).body.pendingEmail?.email).toBe(email)
    clock.forward({ seconds: 23 * 3_600 })
    expect((await confirm(await confirmToken(email))).status).toBe(200)
    expect(await emails.to(email)).toHaveLength(2)

    await ask(ada, late)
    const token = await confirmToken(late)
    clock.forward({ days: 1 })
    expect((await confirm(token)).status).toBe(401)
    expect((await api.as(ada).call(accounts.me)).body).toMatchObject({ email, pendingEmail: null })
  })

  test('does not reveal that another account has the address, whose owner is mailed', async ({
    api,
    ask,
    emails,
    given,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const free = uniqueEmail('free')

    const forms = [await ask(ada, free), await ask(ada, eve.email.toUpperCase())]

    const [unknown, taken] = forms.map(({ status, body: { pendingEmail, ...body } }) => ({
      status,
      body,
      keys: Object.keys(pendingEmail ?? {}),
    }))
    expect(taken).toEqual(unknown)
    expect((await api.as(ada).call(accounts.resendEmailChange)).status).toBe(200)
    const toEve = (await emails.to(eve.email)).filter(({ subject }) => subject.includes('was entered'))
    expect(toEve).toHaveLength(2)
    for (const { text } of toEve) {
      expect(text).not.toContain('token=')
      expect(text).not.toContain(ada.email)
      expect(text).not.toContain(ada.name)
    }
  })

  test('is refused when somebody has registered with the address meanwhile', async ({
    api,
    ask,
    confirm,
    confirmToken,
    given,
  }) => {
    const ada = await given.freelancer()
    const email = uniqueEmail('new')
    await ask(ada, email)
    const token = await confirmToken(email)
    await given.freelancer({ email })

    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'NEW_EMAIL_TAKEN' } })

    expect((await api.as(ada).call(accounts.me)).body).toMatchObject({ email: ada.email, pendingEmail: null })
    expect((await confirm(token)).status).toBe(401)
  })

  test('goes to one of two accounts that confirm one address at the same time', async ({
    ask,
    confirm,
    confirmToken,
    emails,
    given,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const email = uniqueEmail('new')
    await ask(ada, email)
    await ask(eve, email)
    await confirmToken(email)
    const tokens = (await emails.to(email)).map(({ text }) =>
      tokenFromUrl(/https?:\S+token=[\w-]+/.exec(text)?.[0] ?? ''),
    )

    const replies = await Promise.all(tokens.map((token) => confirm(token)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('takes effect once of several concurrent confirmations', async ({
    ask,
    confirm,
    confirmToken,
    emails,
    given,
  }) => {
    const ada = await given.freelancer()
    const email = uniqueEmail('new')
    await ask(ada, email)
    const token = await confirmToken(email)

    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    const announced = (await emails.to(ada.email)).filter(({ text }) => text.includes('undo-email'))
    expect(announced).toHaveLength(1)
  })

  test('leaves one change open of two that are asked for at the same time', async ({
    api,
    ask,
    confirm,
    confirmToken,
    given,
  }) => {
    const ada = await given.freelancer()
    const both = [uniqueEmail('a'), uniqueEmail('b')]

    const replies = await Promise.all(both.map((email) => ask(ada, email)))

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { pendingEmail } = (await api.as(ada).call(accounts.me)).body
    const tokens = [await confirmToken(both[0] ?? ''), await confirmToken(both[1] ?? '')].filter(Boolean)
    expect(tokens).toHaveLength(1)
    expect((await confirm(tokens[0] ?? '')).body.email).toBe(pendingEmail?.email)
  })

  test('ends with a new password, by the settings and by a link', async ({
    api,
    ask,
    confirm,
    confirmToken,
    emails,
    given,
  }) => {
    const ada = await given.freelancer()
    const [first, second] = [uniqueEmail('a'), uniqueEmail('b')]
    await ask(ada, first)
    const token = await confirmToken(first)
    const newPassword = 'a quite different password'
    await api.as(ada).call(accounts.changePassword, { body: { currentPassword: ada.password, newPassword } })
    expect((await confirm(token)).status).toBe(401)

    await ask(ada, second, newPassword)
    const other = await confirmToken(second)
    await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const mailed = (await emails.to(ada.email)).map(({ text }) => text).join()
    const reset = /reset-password\?token=([\w-]+)/.exec(mailed)?.[1] ?? ''
    await api.as(null).call(accounts.resetPassword, { body: { token: reset, password: 'yet another one' } })
    expect((await confirm(other)).status).toBe(401)
  })

  test('ends what was mailed to the old address, and what the mail server replied of it', async ({
    api,
    change,
    ctx,
    emails,
    given,
  }) => {
    const ada = await given.freelancer()
    const email = uniqueEmail('new')
    const unsubscribe = createEmailToken(ctx, ada)
    await ctx.db
      .updateTable('freelancer')
      .set({ has_former_email_links: true })
      .where('id', '=', ada.id)
      .execute()
    const chatToken = createChatEmailToken(ctx, ada)
    await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const mailed = (await emails.to(ada.email)).map(({ text }) => text).join()
    const token = /reset-password\?token=([\w-]+)/.exec(mailed)?.[1] ?? ''
    await setEmailRefusal(ctx.db, ada, ada.email, { refusedAt: new Date().toISOString(), reply: '550' })

    await change(ada, email)

    expect((await api.as(ada).call(accounts.me)).body.emailRefusal).toBeNull()
    const body = { token, password: 'a quite different password' }
    expect((await api.as(null).call(accounts.resetPassword, { body })).status).toBe(401)
    const query = { querystring: { token: unsubscribe } }
    expect((await api.as(null).call(activity.getSettingsByEmail, query)).status).toBe(401)
    const former = { querystring: { token: chatToken } }
    expect((await api.as(null).call(chat.unsubscribe, former)).status).toBe(401)
    const renewed = { querystring: { token: createEmailToken(ctx, { ...ada, email }) } }
    expect((await api.as(null).call(activity.getSettingsByEmail, renewed)).status).toBe(200)
  })

  test('changes the address of the customer at Stripe, and back', async ({
    change,
    ctx,
    emails,
    given,
    undo,
    undoToken,
  }) => {
    const ada = await given.freelancer()
    await subscribe(ctx, ada, 'starter')
    const email = uniqueEmail('new')
    const stripe = await ctx.payments.stripe()
    const atStripe = async () => {
      const customer = await stripe.customers.retrieve(await findCustomerId(ctx, ada))
      return customer.deleted ? undefined : customer.email
    }

    await change(ada, email)
    await emails.to(email)
    expect(await atStripe()).toBe(email)
    await undo(await undoToken(ada.email))
    await emails.to(email)
    expect(await atStripe()).toBe(ada.email)
  })

  test('lets replies of clients go to the new address', async ({ api, change, emails, given }) => {
    const ada = await given.freelancer()
    const maya = given.newClient()
    const { client } = (await api.as(ada).call(clients.create, { body: { ...maya, sendEmail: false } })).body
    const email = uniqueEmail('new')
    await change(ada, email)

    await api.as(ada).call(clients.resendLogin, { params: { id: client.id } })

    expect((await emails.to(maya.email))[0]).toMatchObject({ replyTo: { address: email } })
  })
})

describe('undoing a change of email', () => {
  test('gives the old address back, ends all sessions, and leads on to a new password', async ({
    api,
    change,
    emails,
    given,
    login,
    undo,
    undoToken,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const email = uniqueEmail('thief')
    await change(ada, email)
    await api.as(null).call(accounts.forgotPassword, { body: { email } })
    const mailed = (await emails.to(email)).map(({ text }) => text).join()
    const stolen = /reset-password\?token=([\w-]+)/.exec(mailed)?.[1] ?? ''

    const reply = await undo(await undoToken(ada.email))

    expect(reply).toMatchObject({ status: 200, body: { email: ada.email, changedSince: false } })
    await vi.waitFor(
      async () => expect((await api.as(ada).call(projects.list)).status).toBe(401),
      WAIT_OPTIONS,
    )
    expect((await api.as(eve).call(projects.list)).status).toBe(200)
    const reset = (token: string) =>
      api.as(null).call(accounts.resetPassword, { body: { token, password: 'a quite different password' } })
    expect((await reset(stolen)).status).toBe(401)
    expect((await login(ada.email, ada)).status, 'the password that was known').toBe(401)
    expect((await reset(tokenFromUrl(reply.body.passwordUrl))).status).toBe(200)
    expect((await login(ada.email, { password: 'a quite different password' })).status).toBe(200)
    expect((await emails.to(email)).map(({ subject }) => subject)).toContain(
      'The change of your Portico email was undone',
    )
  })

  test('works once, and says so the second time', async ({ change, given, undo, undoToken }) => {
    const ada = await given.freelancer()
    await change(ada, uniqueEmail('new'))
    const token = await undoToken(ada.email)

    const replies = await Promise.all([undo(token), undo(token)])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await undo(token)).toMatchObject({ status: 409, body: { code: 'ALREADY_UNDONE' } })
  })

  test('undoes further changes too, whose own links then say that they are undone', async ({
    change,
    given,
    login,
    undo,
    undoToken,
  }) => {
    const ada = await given.freelancer()
    const [second, third] = [uniqueEmail('second'), uniqueEmail('third')]
    await change(ada, second)
    await change(ada, third)
    const [first, later] = [await undoToken(ada.email), await undoToken(second)]

    expect(await undo(first)).toMatchObject({ status: 200, body: { email: ada.email, changedSince: true } })

    expect(await undo(later)).toMatchObject({ status: 409, body: { code: 'ALREADY_UNDONE' } })
    expect((await login(third, ada)).status).toBe(401)
  })

  test('says that it is too late after seven days, that the account was closed, or that the link is none', async ({
    change,
    clock,
    ctx,
    given,
    undo,
    undoToken,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    await change(ada, uniqueEmail('new'))
    await change(eve, uniqueEmail('new'))
    const [old, closed] = [await undoToken(ada.email), await undoToken(eve.email)]
    await closeAccount(ctx, eve)
    clock.forward({ days: 7 })

    expect(await undo(old)).toMatchObject({ status: 409, body: { code: 'UNDO_EXPIRED' } })
    expect(await undo(closed)).toMatchObject({ status: 409, body: { code: 'ACCOUNT_CLOSED' } })
    expect(await undo('wrong')).toMatchObject({ status: 401, body: { code: 'UNDO_NOT_VALID' } })
  })

  test('keeps the old address from others while it can be undone', async ({
    api,
    change,
    clock,
    given,
    undo,
    undoToken,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    await change(ada, uniqueEmail('new'))
    const register = () =>
      api.as(null).call(accounts.register, {
        body: { name: 'Tom Ashby', email: ada.email.toUpperCase(), password: 'a quite different password' },
      })

    expect(await register()).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect(await change(eve, ada.email)).toMatchObject({ status: 409, body: { code: 'NEW_EMAIL_TAKEN' } })
    const token = await undoToken(ada.email)
    clock.forward({ days: 7 })
    expect((await register()).status).toBe(201)
    expect((await undo(token)).status).toBe(409)
  })

  test('is refused with GET, so that mail scanners undo nothing', async ({
    app,
    change,
    given,
    undoToken,
  }) => {
    const ada = await given.freelancer()
    await change(ada, uniqueEmail('new'))
    const url = `/api/auth/email-change/undo?token=${await undoToken(ada.email)}`

    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(404)
  })
})
