import { accounts, audit, factors, members, projects } from '@portico/contract'
import { generate } from 'otplib'
import { expect, sessionToken, test } from '../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../test/given.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { resetFactors } from '../accounts/factors/factors.service.ts'

const NEEDED = { status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } }

test('members set up the second factor that the owner requires before anything else', async ({
  api,
  given,
  ctx,
}) => {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const ben = await given.member(ada, { sees: 'all' })
  const require = (by: TestFreelancer, required: boolean) =>
    api.as(by).call(members.requireFactor, { body: { required } })
  const read = (by: TestFreelancer) => api.as(by).call(projects.list)

  expect(await require(ada, true)).toMatchObject({ status: 409, body: { code: 'OWN_FACTOR_FIRST' } })
  await given.passkey(ada)
  expect(await require(ben, true)).toMatchObject({ status: 403, body: { code: 'OWNER_ONLY' } })
  expect((await read(ben)).status).toBe(200)
  expect((await require(ada, true)).body).toMatchObject({ requireSecondFactor: true })

  expect(await read(ben)).toMatchObject(NEEDED)
  expect((await read(ada)).status).toBe(200)
  expect((await api.as(ben).call(factors.list)).body).toMatchObject({
    required: true,
    requiredBy: 'Ada Marsh',
  })
  const { challenge, secret } = (await api.as(ben).call(factors.startApp)).body
  const code = await generate({ secret })
  await api.as(ben).call(factors.confirmApp, { body: { challenge, code } })
  expect((await read(ben)).status).toBe(200)
  for (const person of [ada, ben])
    expect(await api.as(person).call(factors.turnOff)).toMatchObject({
      status: 409,
      body: { code: 'FACTOR_REQUIRED' },
    })

  await expectWithinASecond(async () => {
    await resetFactors(ctx, ben.email)
    return { isOver: async () => expect(await read(ben)).toMatchObject(NEEDED) }
  })
  expect((await require(ada, false)).body).toMatchObject({ requireSecondFactor: false })
  expect((await read(ben)).status).toBe(200)
  const log = (await api.as(ada).call(audit.list, { querystring: {} })).body
  expect(log.filter(({ action }) => action.startsWith('factor.re'))).toMatchObject([
    { action: 'factor.required', details: { method: 'off' } },
    { action: 'factor.reset', actor: { type: 'operator' }, target: { id: ben.id } },
    { action: 'factor.required', details: { method: 'on' } },
  ])
})

test('the rule of one workspace leaves a person’s other workspaces open', async ({ api, given }) => {
  const ada = await given.freelancer()
  const ben = await given.freelancer()
  await given.passkey(ada)
  await api.as(ada).call(members.requireFactor, { body: { required: true } })
  const { token } = await given.invitation(ada, ben)

  const joined = await api.as(ben).call(members.accept, { params: { token }, body: {} })

  const inAdas = { ...ben, token: sessionToken(joined) }
  expect(await api.as(inAdas).call(projects.list)).toMatchObject(NEEDED)
  expect((await api.as(ben).call(projects.list)).status).toBe(200)
  const back = await api.as(inAdas).call(members.switchTo, { body: { workspaceId: ben.id } })
  expect((await api.as({ ...ben, token: sessionToken(back) }).call(projects.list)).status).toBe(200)
  expect((await api.as(inAdas).call(accounts.logout)).status).toBe(204)
})
