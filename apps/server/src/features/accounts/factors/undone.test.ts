import { accounts, audit, factors } from '@portico/contract'
import { generate } from 'otplib'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { type Api, test as base, expect, tokenFromUrl } from '../../../../test/fixtures.ts'
import { type TestFreelancer, uniqueEmail } from '../../../../test/given.ts'
import { confirmEmailChange } from '../email-change.service.ts'
import { emailChangeSecret } from '../email-change-secret.ts'

const NEW = 'a battery of seven horses'

/** Whoever knows the password changes the address, and does something else between asking for it and confirming it. */
const test = base.extend(
  'takeOver',
  ({ api, ctx }) =>
    async (ada: TestFreelancer, between: () => unknown) => {
      const body = { email: uniqueEmail('thief'), currentPassword: ada.password }
      await api.as(ada).call(accounts.changeEmail, { body })
      await between()
      const idIn = (table: 'email_change' | 'email_undo') =>
        ctx.db.selectFrom(table).select('id').where('freelancer_id', '=', ada.id).executeTakeFirstOrThrow()
      const confirm = emailChangeSecret(ctx, 'confirm', (await idIn('email_change')).id)
      await confirmEmailChange(ctx, confirm, { address: '127.0.0.1' }, async () => ({
        invited: 0,
        limited: 0,
      }))
      const token = emailChangeSecret(ctx, 'undo', (await idIn('email_undo')).id)
      return () => api.as(null).call(accounts.undoEmailChange, { body: { token } })
    },
)

async function setUpApp(api: Api, ada: TestFreelancer, epoch: number) {
  const { challenge, secret } = (await api.as(ada).call(factors.startApp)).body
  const body = { challenge, code: await generate({ secret, epoch }) }
  expect((await api.as(ada).call(factors.confirmApp, { body })).status).toBe(200)
}

test('an undone change of address removes what was set up since it was asked for, and nothing else', async ({
  api,
  given,
  ctx,
  clock,
  takeOver,
}) => {
  const ada = await given.freelancer()
  await setUpApp(api, ada, Math.floor(ctx.clock.now().getTime() / 1_000))
  clock.forward({ seconds: 60 })
  const undo = await takeOver(ada, async () => {
    const { challenge, passkey } = (await api.as(ada).call(factors.startPasskey)).body
    const made = createAuthenticator({ origin: ctx.config.publicUrl }).register(passkey)
    await api.as(ada).call(factors.addPasskey, { body: { challenge, name: 'Theirs', passkey: made } })
    await api.as(ada).call(factors.makeRecoveryCodes)
  })

  const { body } = await undo()

  expect(body).toMatchObject({ email: ada.email, factorsRemoved: true })
  const token = tokenFromUrl(body.passwordUrl)
  const reset = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
  expect(reset).toMatchObject({ status: 202, body: { factors: ['app'] } })
})

test('nothing is asked for after an undo that has removed the only factor', async ({
  api,
  given,
  ctx,
  takeOver,
}) => {
  const ada = await given.freelancer()
  const undo = await takeOver(ada, () => setUpApp(api, ada, Math.floor(ctx.clock.now().getTime() / 1_000)))

  const { body } = await undo()

  expect(body).toMatchObject({ factorsRemoved: true })
  const token = tokenFromUrl(body.passwordUrl)
  const reset = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
  expect(reset.status).toBe(200)
  const again = { ...ada, token: (reset.body as accounts.SignedIn).token }
  expect((await api.as(again).call(factors.list)).body).toMatchObject({ app: null, recoveryCodesLeft: 0 })
  const [entry] = (await api.as(again).call(audit.list, { querystring: { search: 'factor' } })).body.filter(
    ({ action }) => action === 'factor.removed',
  )
  expect(entry).toMatchObject({ details: { method: 'undone' } })
})

test('an undone change of address leaves alone what was set up before', async ({
  api,
  given,
  ctx,
  clock,
  takeOver,
}) => {
  const ada = await given.freelancer()
  await setUpApp(api, ada, Math.floor(ctx.clock.now().getTime() / 1_000))
  clock.forward({ seconds: 1 })
  const undo = await takeOver(ada, () => {})

  expect((await undo()).body).toMatchObject({ factorsRemoved: false })
  expect(
    await ctx.db
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('freelancer_id', '=', ada.id)
      .execute(),
  ).toHaveLength(factors.RECOVERY_CODE_COUNT)
})
