import { accounts, clients, members } from '@portico/contract'
import { describe } from 'vitest'
import { messageFields } from '../../../test/chat.ts'
import { test } from '../../../test/confirmation.ts'
import { expect, tokenFromUrl } from '../../../test/fixtures.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'

describe('an unconfirmed freelancer', () => {
  test('is mailed a link on registration, which confirms the email once', async ({
    given,
    emails,
    confirm,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const [email, ...more] = await emails.to(ada.email)
    expect(more).toEqual([])
    expect(email).toMatchObject({ subject: 'Confirm your email for Portico', from: { name: 'Portico' } })
    const token = tokenFromUrl(
      /https?:\S+\/confirm-email\?token=[\w-]{43}/.exec(email?.text ?? '')?.[0] ?? '',
    )
    expect(await isConfirmed(ada)).toBe(false)

    const first = await confirm(token)
    const second = await confirm(token)

    expect(first).toMatchObject({ status: 200, body: { email: ada.email, invited: 0, limited: 0 } })
    expect(second).toMatchObject({ status: 401, body: { code: 'CONFIRMATION_NOT_VALID' } })
    expect(await isConfirmed(ada)).toBe(true)
  })

  test('cannot have emails sent to clients, but can copy a login link', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const details = given.newClient()
    const { body } = await api.as(ada).call(clients.create, { body: details })
    const params = { id: body.client.id }

    const resent = await api.as(ada).call(clients.resendLogin, { params })
    await api.as(null).call(clients.requestLink, { body: { email: details.email } })
    const { email } = given.newClient()
    const moved = await api.as(ada).call(clients.update, { params, body: { email } })
    const copied = await api.as(ada).call(clients.createLoginLink, { params })

    expect([body.emailStatus, resent.body.emailStatus, moved.body.emailStatus]).toEqual(
      Array(3).fill('unconfirmed'),
    )
    expect(await emails.to(details.email)).toEqual([])
    expect(await emails.to(email)).toEqual([])
    const enter = { querystring: { token: tokenFromUrl(copied.body.loginUrl) } }
    expect((await api.as(null).call(clients.enter, enter)).status).toBe(200)
  })

  test('has the invitations mailed once somebody with a confirmed address owns the workspace', async ({
    api,
    ctx,
    given,
    emails,
  }) => {
    const ada = await given.freelancer()
    const [ben, eve] = [await given.member(ada), await given.member(ada)]
    const details = given.newClient()
    await api.as(ada).call(clients.create, { body: details })
    const transfer = (by: typeof ada, to: typeof ada) =>
      api.as(by).call(members.transfer, { body: { to: to.id, password: by.password } })
    await ctx.db
      .updateTable('freelancer')
      .set({ email_confirmed_at: new Date().toISOString() })
      .where('id', '=', eve.id)
      .execute()

    await transfer(ada, ben)
    expect(await emails.to(details.email)).toEqual([])
    await transfer(ben, eve)

    expect(await emails.to(details.email)).toHaveLength(1)
  })

  test('has no receipts mailed to clients that they delete', async ({ api, given, emails }) => {
    const maya = await given.client(await given.freelancer())
    const review = await given.review(
      maya.freelancer,
      await given.file(maya.freelancer, await given.project(maya)),
    )
    await given.decision(maya, review)

    await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })

    expect(await emails.to(maya.email)).toEqual([])
  })

  test('delays unread-message emails on both sides until they confirm', async ({
    ctx,
    given,
    emails,
    clock,
    confirm,
    issueToken,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const send = createMessageSender(ctx)
    await send(ada, messageFields(ada, maya, 'The proof is in the files.'))
    await send(maya, messageFields(maya, ada, 'Thank you.'))
    const messagesTo = async (address: string, seconds: number) => {
      clock.forward({ seconds })
      await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
      return (await emails.to(address)).filter(({ text }) => /The proof is in|Thank you\./.test(text))
    }
    expect(await messagesTo(maya.email, 301)).toEqual([])
    expect(await messagesTo(ada.email, 0)).toEqual([])

    await confirm(await issueToken(ada))

    expect(await messagesTo(maya.email, 3_600)).toHaveLength(1)
    expect(await messagesTo(ada.email, 0)).toHaveLength(1)
  })

  test('can have another link mailed, while the earlier one still works', async ({
    api,
    given,
    emails,
    confirm,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const resend = () => api.as(ada).call(accounts.resendConfirmation)
    expect((await resend()).body).toEqual({ email: ada.email, emailStatus: 'queued' })
    const confirmations = await emails.to(ada.email)
    const [newer = '', older = ''] = confirmations.map(({ text }) =>
      tokenFromUrl(/https?:\S+token=[\w-]+/.exec(text)?.[0] ?? ''),
    )
    expect(newer).not.toBe(older)

    expect((await confirm(older)).status).toBe(200)

    expect(await isConfirmed(ada)).toBe(true)
    expect((await confirm(newer)).status).toBe(401)
    expect((await resend()).body).toMatchObject({ emailStatus: 'none' })
    expect(await emails.to(ada.email)).toHaveLength(2)
  })
})
