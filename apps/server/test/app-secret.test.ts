import { accounts, factors } from '@portico/contract'
import { generate } from 'otplib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { useCode } from '../src/features/accounts/factors/codes.service.ts'
import { CODES_PURPOSE, isCodeOf, sealRecoveryCode } from '../src/features/accounts/factors/recovery-codes.ts'
import { createEmailToken, readEmailToken } from '../src/features/activity/emails/email-token.ts'
import { checkLink, fileUrl, signerFor } from '../src/features/files/file-links.ts'
import { guestLinkSecret, guestLinkSecrets } from '../src/features/guest-links/guest-link-secret.ts'
import { createCode, hashesOfCode } from '../src/features/reviews/codes.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import { hashesOfShortSecret, openSecret, sealSecret } from '../src/platform/http/sealed-secrets.ts'
import { createTokens } from '../src/platform/http/tokens.ts'
import { startRuntime } from '../src/runtime.ts'
import { runCommand } from './command.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { test as withContext } from './fixtures.ts'
import { temporaryFolder } from './portico.ts'

test('refuses a start with another APP_SECRET until it is adopted', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const DATABASE_URL = urlOf(connection)
  const storage = await temporaryFolder()
  const start = async (secret: string) => {
    const runtime = await startRuntime({
      DATABASE_URL,
      DATA_DIR: await temporaryFolder(),
      STORAGE_URL: `file://${storage}`,
      APP_SECRET: secret.repeat(32),
      LOG_LEVEL: 'silent',
    })
    await runtime.close()
  }
  const refused =
    /^APP_SECRET .* is another one than this database was used with: .*`npx portico secret adopt`/

  await start('a')
  await start('a')
  await expect(start('b')).rejects.toThrow(refused)
  await start('a')

  await runCommand(['secret', 'adopt', '--yes'], { DATABASE_URL })
  await start('b')
  await expect(start('a')).rejects.toThrow(refused)

  // A database of a version that kept no fingerprint takes the first.
  await executeSql(connection, 'update installation set secret_check = null')
  await start('a')
})

test('takes the fingerprint of a new secret that is listed before the former one', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const DATABASE_URL = urlOf(connection)
  const storage = await temporaryFolder()
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  const start = async (APP_SECRET: string) => {
    const env = { DATABASE_URL, DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent', APP_SECRET }
    await (await startRuntime({ ...env, STORAGE_URL: `file://${storage}` })).close()
  }

  await start(first)
  await start(`${second}, ${first}`)
  await start(second)

  await expect(start(first)).rejects.toThrow(/npx portico secret adopt/)
})

test('portico rotate-secret puts a new secret before the former ones', async () => {
  const env = { APP_SECRET: 'a'.repeat(32), DATA_DIR: await temporaryFolder() }

  const { stdout } = await runCommand(['rotate-secret', '--json'], env)

  expect(JSON.parse(stdout).appSecret).toMatch(/^[\w-]{43},a{32}$/)
})

withContext(
  'portico rotate-secret --forget leaves apps and recovery codes working',
  async ({ testContext, ctx, given, api }) => {
    const ada = await given.freelancer()
    const { challenge, secret } = (await api.as(ada).call(factors.startApp)).body
    const { body } = await api
      .as(ada)
      .call(factors.confirmApp, { body: { challenge, code: await generate({ secret }) } })
    const [code = ''] = body.recoveryCodes ?? []
    await ctx.db
      .insertInto('recovery_code')
      .values({ freelancer_id: ada.id, code_hash: Buffer.alloc(32) })
      .execute()
    const newest = 'n'.repeat(32)
    const env = {
      DATABASE_URL: urlOf(testContext.connection),
      APP_SECRET: `${newest},${ctx.config.appSecret}`,
      DATA_DIR: await temporaryFolder(),
    }
    const forget = async () =>
      JSON.parse((await runCommand(['rotate-secret', '--forget', '--json'], env)).stdout)

    expect(await forget()).toEqual({ appSecret: newest, resealed: 11, unreadable: 0, unsealedCodes: 1 })
    expect(await forget()).toMatchObject({ resealed: 0 })

    const forgotten = { ...ctx, config: { ...ctx.config, appSecret: newest, formerSecrets: [] } }
    const later = new Date(ctx.clock.now().getTime() + 60_000)
    const app = await generate({ secret, epoch: Math.floor(later.getTime() / 1_000) })
    expect(await useCode({ ...forgotten, clock: { now: () => later } }, ada.id, app)).toBe('app')
    expect(await useCode(forgotten, ada.id, code)).toBe('recovery_code')
    expect(await useCode(forgotten, ada.id, code)).toBe(undefined)
    // What no listed secret has encrypted is counted, and nothing else fails.
    env.APP_SECRET = 'x'.repeat(32)
    expect(await forget()).toMatchObject({ resealed: 0, unreadable: 11 })
  },
)

describe('after a rotation', () => {
  const rotate = (ctx: AppContext): AppContext => {
    const secrets = { appSecret: 'n'.repeat(32), formerSecrets: [ctx.config.appSecret] }
    return { ...ctx, config: { ...ctx.config, ...secrets }, tokens: createTokens(secrets) }
  }

  withContext('everything that the former secret signed is still valid', async ({ ctx, given }) => {
    const ada = await given.freelancer()
    const rotated = rotate(ctx)
    const { code, hash } = createCode(ctx, ada.personId)
    const { searchParams } = new URL(fileUrl('http://a', 'x', ada.personId, signerFor(ctx, 'content')))
    const link = { until: searchParams.get('until') ?? '', signature: searchParams.get('signature') ?? '' }

    expect(rotated.tokens.read(ada.token)).toMatchObject({ sid: ada.sessionId })
    expect(await readEmailToken(rotated, createEmailToken(ctx, ada))).toMatchObject({
      personId: ada.personId,
    })
    expect(checkLink(rotated, 'content', ada.personId, link)).toBeGreaterThan(0)
    expect(guestLinkSecrets(rotated, ada.personId)).toContain(guestLinkSecret(ctx, ada.personId))
    expect(hashesOfCode(rotated, ada.personId, code)).toContainEqual(hash)
    const codeHash = sealRecoveryCode(ctx, ada.personId, '7kq4-m2xd')
    expect(isCodeOf(rotated, ada.personId, '7KQ4 m2xd', { codeHash, isSealed: true })).toBe(true)
    const [former] = hashesOfShortSecret(ctx.config, CODES_PURPOSE, ada.personId, '7kq4m2xd')
    for (const [code, isRight] of [
      ['7kq4-m2xd', true],
      ['7kq4-m2xe', false],
    ] as const)
      expect(isCodeOf(rotated, ada.personId, code, { codeHash: former as Buffer, isSealed: false })).toBe(
        isRight,
      )
    const sealed = sealSecret(ctx.config, 'apps', ada.personId, 'a secret')
    expect(openSecret(rotated.config, 'apps', ada.personId, sealed)).toBe('a secret')
  })

  withContext('a forgotten secret signs nothing', async ({ ctx, given }) => {
    const ada = await given.freelancer()
    const secrets = { appSecret: 'n'.repeat(32), formerSecrets: [] }
    const forgotten = { ...ctx, config: { ...ctx.config, ...secrets } }

    expect(createTokens(secrets).read(ada.token)).toBe(null)
    expect(await readEmailToken(forgotten, createEmailToken(ctx, ada))).toBe(null)
  })

  withContext('a session goes on, and its token is renewed by the new secret', async ({ ctx, given }) => {
    const ada = await given.freelancer()
    const app = await buildApp(rotate(ctx), { web: false })
    onTestFinished(() => app.close())

    const headers = { authorization: `Bearer ${ada.token}` }
    expect((await app.inject({ url: `/api${accounts.me.url}`, headers })).statusCode).toBe(200)
  })
})
