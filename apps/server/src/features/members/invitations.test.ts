import { accounts, audit, clients, members, reviews } from '@portico/contract'
import { describe } from 'vitest'
import { everything } from '../../../test/everything.ts'
import { expect, test } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { codeIn } from '../../../test/sent-code.ts'

const PASSWORD = 'a battery of seven horses'
const asMember = { role: 'member', sees: 'all' } as const
const invitationIn = (text = '') => /\/invitation\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

describe('an invitation', () => {
  test('brings somebody new into the workspace, with the clients they were given', async ({
    api,
    given,
    emails,
    ctx,
  }) => {
    const ada = await given.freelancer()
    const [maya, lin] = [await given.client(ada), await given.client(ada)]
    const email = uniqueEmail('sam')

    const invited = await api.as(ada).call(members.invite, {
      body: { email, role: 'member', sees: 'assigned', clientIds: [maya.id] },
    })
    const [mail] = await emails.to(email)
    const token = invitationIn(mail?.text)
    const opened = await api.as(null).call(members.invitation, { params: { token } })
    const accepted = await api.as(null).call(members.accept, {
      params: { token },
      body: { name: 'Sam Reed', password: PASSWORD },
    })

    expect(invited.status).toBe(201)
    expect(invited.body).toMatchObject({
      emailStatus: 'queued',
      invitation: { email, name: null, clients: 1, invited: { until: expect.any(String) } },
    })
    expect(opened.body).toMatchObject({
      state: 'open',
      email,
      workspace: { id: ada.workspaceId, name: ada.name },
      invitedBy: ada.name,
      hasAccount: false,
      signedInAs: null,
    })
    const sam = { ...ada, token: accepted.body.token }
    const seen = await api.as(sam).call(clients.list)
    expect(seen.body.clients.map(({ id }) => id)).toEqual([maya.id])
    expect(seen.body.clients).not.toContainEqual(expect.objectContaining({ id: lin.id }))
    expect((await api.as(sam).call(members.workspace)).body).toMatchObject({
      id: ada.workspaceId,
      role: 'member',
      sees: 'assigned',
      membersUsed: 2,
    })
    const { email_confirmed_at: confirmedAt } = await ctx.db
      .selectFrom('freelancer')
      .select('email_confirmed_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(confirmedAt).not.toBeNull()
  })

  test('stores no secret', async ({ given, ctx }) => {
    const { token } = await given.invitation(await given.freelancer())

    expect(JSON.stringify(await everything(ctx))).not.toContain(token)
  })

  test('is accepted by the password of an account, and not by another', async ({ api, given }) => {
    const ada = await given.freelancer()
    const ben = await given.freelancer({ name: 'Ben Okri' })
    const { token } = await given.invitation(ada, ben)
    const accept = (password: string) =>
      api.as(null).call(members.accept, { params: { token }, body: { password } })

    const wrong = await accept('not the password')
    const right = await accept(ben.password)

    expect(wrong).toMatchObject({ status: 401, body: { code: 'WRONG_LOGIN' } })
    expect(right.body.user).toMatchObject({ id: ben.id })
    const inAdas = { ...ben, token: right.body.token }
    expect((await api.as(inAdas).call(members.workspace)).body.id).toBe(ada.workspaceId)
    expect((await api.as(ben).call(members.workspace)).body.id).toBe(ben.workspaceId)
  })

  test('is accepted by a click by who is signed in, and not by somebody else', async ({ api, given }) => {
    const ada = await given.freelancer()
    const [ben, eve] = [await given.freelancer(), await given.freelancer()]
    const { token } = await given.invitation(ada, ben)
    const read = (person: typeof ben) => api.as(person).call(members.invitation, { params: { token } })
    const accept = (person: typeof ben) =>
      api.as(person).call(members.accept, { params: { token }, body: {} })

    expect((await read(eve)).body.signedInAs).toEqual({ email: eve.email, isInvited: false })
    expect(await accept(eve)).toMatchObject({
      status: 409,
      body: { code: 'INVITED_AS_OTHER', message: expect.stringContaining(ben.email) },
    })
    expect((await read(ben)).body.signedInAs).toEqual({ email: ben.email, isInvited: true })
    expect((await accept(ben)).status).toBe(200)
  })

  test('is accepted as somebody else by a code that was mailed to the invited address', async ({
    api,
    given,
    emails,
    ctx,
  }) => {
    const ada = await given.freelancer()
    const ben = await given.freelancer({ name: 'Ben Okri' })
    const { token, email } = await given.invitation(ada)
    const params = { token }
    const accept = (person: typeof ben, code: string) =>
      api.as(person).call(members.accept, { params, body: { code } })

    expect(await accept(ben, '')).toMatchObject({ status: 400, body: { code: 'CODE_NEEDED' } })
    expect(await accept(ben, '123456')).toMatchObject({ status: 400, body: { code: 'CODE_WRONG' } })
    const sent = await api.as(ben).call(members.sendCode, { params })
    expect(sent).toMatchObject({ status: 200, body: { email, emailStatus: 'queued' } })
    const [mail] = await emails.to(email)
    expect(mail?.text).toContain(ben.email)
    const code = codeIn([mail as { text: string }])
    const eve = await given.freelancer()
    expect(await accept(eve, code)).toMatchObject({ status: 400, body: { code: 'CODE_WRONG' } })
    const accepted = await accept(ben, `${code.slice(0, 3)} ${code.slice(3)}`)

    expect(accepted).toMatchObject({ status: 200, body: { user: { id: ben.id, email: ben.email } } })
    const inAdas = { ...ben, token: accepted.body.token }
    expect((await api.as(inAdas).call(members.workspace)).body.id).toBe(ada.workspaceId)
    expect(await accept(ben, code)).toMatchObject({ status: 410, body: { code: 'INVITATION_OVER' } })
    const log = await api.as(ada).call(audit.list, { querystring: { group: 'members', actor: ben.id } })
    expect(log.body).toMatchObject([{ action: 'member.joined', details: { method: 'code', to: email } }])
    const codes = ctx.db.selectFrom('member_invitation_code').select('person_id')
    expect(await codes.where('person_id', '=', ben.id).execute()).toEqual([])
  })

  test('takes five wrong codes, the last one mailed, for ten minutes', async ({
    api,
    given,
    emails,
    clock,
  }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const ben = await given.freelancer({ name: 'Ben Okri' })
    const { token, email } = await given.invitation(ada)
    const params = { token }
    const accept = (code: string) => api.as(ben).call(members.accept, { params, body: { code } })
    const send = async () => {
      await api.as(ben).call(members.sendCode, { params })
      return codeIn(await emails.to(email))
    }
    const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    const first = await send()
    const second = await send()
    if (first !== second) expect(await accept(first)).toMatchObject({ body: { code: 'CODE_WRONG' } })
    const tries = await Promise.all(Array.from({ length: 8 }, () => accept(other(second))))
    expect(tries.every(({ status }) => status === 400)).toBe(true)
    expect(await accept(second)).toMatchObject({ status: 400, body: { code: 'CODE_WRONG' } })
    const third = await send()
    clock.forward({ seconds: reviews.CODE_SECONDS })
    expect(await accept(third)).toMatchObject({ status: 400, body: { code: 'CODE_WRONG' } })
    // Emails to one address are limited by the hour.
    clock.forward({ seconds: 3_600 })
    const fourth = await send()
    expect((await Promise.all([accept(fourth), accept(fourth)])).map(({ status }) => status).sort()).toEqual([
      200, 410,
    ])
    expect((await api.as(ada).call(members.list)).body).toHaveLength(2)
  })

  test('needs no code of the invited person, and mails none', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const ben = await given.freelancer({ name: 'Ben Okri' })
    const { token } = await given.invitation(ada, ben)

    const sent = await api.as(ben).call(members.sendCode, { params: { token } })

    expect(sent.body).toEqual({ email: ben.email, emailStatus: 'none' })
    expect((await emails.to(ben.email)).filter(({ text }) => /^\d{6}$/m.test(text))).toEqual([])
  })

  test('says that it was accepted, withdrawn or has expired', async ({ api, given, clock }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const [accepted, withdrawn, expired] = [
      await given.invitation(ada),
      await given.invitation(ada),
      await given.invitation(ada),
    ]
    const answer = { name: 'Sam Reed', password: PASSWORD }
    const accept = (token: string) => api.as(null).call(members.accept, { params: { token }, body: answer })
    await accept(accepted.token)
    await api.as(ada).call(members.withdraw, { params: { id: withdrawn.id } })
    clock.forward({ days: members.INVITATION_DAYS })

    for (const [state, { token }] of Object.entries({ accepted, withdrawn, expired })) {
      expect((await api.as(null).call(members.invitation, { params: { token } })).body.state).toBe(state)
      expect(await accept(token)).toMatchObject({ status: 410, body: { code: 'INVITATION_OVER' } })
    }
    expect(await api.as(null).call(members.invitation, { params: { token: 'x'.repeat(43) } })).toMatchObject({
      status: 404,
      body: { code: 'INVITATION_NOT_FOUND' },
    })
  })

  test('is one membership however often it is accepted at once', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const { token, email } = await given.invitation(ada)
    const accept = (name: string) =>
      api.as(null).call(members.accept, { params: { token }, body: { name, password: PASSWORD } })

    const replies = await Promise.all(['Sam Reed', 'Tom Reed', 'Lea Reed'].map(accept))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    const { body } = await api.as(ada).call(members.list)
    expect(body.map(({ role, invited }) => [role, invited])).toEqual([
      ['owner', null],
      ['member', null],
    ])
    expect(
      await ctx.db.selectFrom('freelancer').select('id').where('email', '=', email).execute(),
    ).toHaveLength(1)
  })

  test('is renewed by the same address', async ({ api, given, emails, clock }) => {
    const ada = await given.freelancer()
    const email = uniqueEmail('sam')
    const invite = (body: object) =>
      api.as(ada).call(members.invite, { body: { email, ...asMember, ...body } })
    const { id: clientId } = await given.client(ada)
    const first = await invite({ clientIds: [clientId] })
    clock.forward({ days: 6 })
    await api.as(ada).call(accounts.confirm, { body: { password: ada.password } })
    const again = await invite({ email: email.toUpperCase(), role: 'admin' })

    expect(again.body.invitation).toMatchObject({
      id: first.body.invitation.id,
      role: 'admin',
      clients: 1,
    })
    expect((await invite({ clientIds: [] })).body.invitation.clients).toBe(0)
    expect((await api.as(ada).call(members.list)).body).toHaveLength(2)
    const mails = await emails.to(email)
    const tokens = mails.map(({ text }) => invitationIn(text))
    expect(new Set(tokens).size).toBe(3)
    clock.forward({ days: 2 })
    for (const token of tokens)
      expect((await api.as(null).call(members.invitation, { params: { token } })).body.state).toBe('open')
  })

  test.for([
    ['somebody who is a member', 'MEMBER_EXISTS', 409, {}],
    ['an admin who sees some', 'ADMINS_SEE_ALL', 400, { role: 'admin', sees: 'assigned' }],
    ['with a client of somebody else', 'CLIENT_NOT_FOUND', 404, { clientIds: true }],
  ] as const)('is refused to %s', async ([who, code, status, details], { api, given }) => {
    const ada = await given.freelancer()
    const ben = await given.member(ada)
    const stranger = 'clientIds' in details && (await given.client(await given.freelancer()))
    const email = who.endsWith('a member') ? ben.email : uniqueEmail('sam')

    const reply = await api.as(ada).call(members.invite, {
      body: {
        email,
        ...asMember,
        ...details,
        ...(stranger && { clientIds: [stranger.id] }),
      } as members.NewInvitation,
    })

    expect(reply).toMatchObject({ status, body: { code } })
    expect((await api.as(ada).call(members.list)).body).toHaveLength(2)
  })

  test('takes a place of the plan, also when two are sent at once', async ({ api, given }) => {
    const ada = await given.freelancer({ plan: 'pro' })
    const invite = () =>
      api.as(ada).call(members.invite, { body: { email: uniqueEmail('sam'), ...asMember } })
    await invite()

    const replies = await Promise.all([invite(), invite(), invite()])

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    expect(replies.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'MEMBER_LIMIT_REACHED',
      message: 'Your Pro plan has room for 3 members.',
    })
    expect((await api.as(ada).call(members.workspace)).body).toMatchObject({ memberLimit: 3, membersUsed: 3 })
  })

  test('is sent by nobody but the owner and admins', async ({ api, given }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const [ben, eve] = [
      await given.member(ada, { sees: 'all' }),
      await given.member(ada, { role: 'admin', sees: 'all' }),
    ]
    const invite = (person: typeof ben, role: members.GivenRole) =>
      api.as(person).call(members.invite, { body: { email: uniqueEmail('sam'), ...asMember, role } })

    for (const role of ['admin', 'member'] as const)
      expect(await invite(ben, role)).toMatchObject({ status: 403, body: { code: 'MANAGERS_ONLY' } })
    expect((await invite(eve, 'admin')).status).toBe(201)
  })
})
