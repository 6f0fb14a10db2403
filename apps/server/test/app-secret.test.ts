import { accounts } from '@portico/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { hashesOfRecoveryCode, hashRecoveryCode } from '../src/features/accounts/factors/recovery-codes.ts'
import { createEmailToken, readEmailToken } from '../src/features/activity/emails/email-token.ts'
import { checkLink, fileUrl, signerFor } from '../src/features/files/file-links.ts'
import { guestLinkSecret, guestLinkSecrets } from '../src/features/guest-links/guest-link-secret.ts'
import { createCode, hashesOfCode } from '../src/features/reviews/codes.service.ts'
import type { AppContext } from '../src/platform/context.ts'
import { openSecret, sealSecret } from '../src/platform/http/sealed-secrets.ts'
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

test('portico rotate-secret puts a new secret before the former ones, and forgets them', async () => {
  const DATA_DIR = await temporaryFolder()
  const APP_SECRET = 'a'.repeat(32)

  const { stdout } = await runCommand(['rotate-secret', '--json'], { APP_SECRET, DATA_DIR })
  const rotated = String(JSON.parse(stdout).appSecret)
  const forgotten = await runCommand(['rotate-secret', '--forget', '--json'], {
    APP_SECRET: rotated,
    DATA_DIR,
  })

  expect(rotated).toMatch(/^[\w-]{43},a{32}$/)
  expect(JSON.parse(forgotten.stdout).appSecret).toBe(rotated.slice(0, 43))
})

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
    const recoveryHash = hashRecoveryCode(ctx, ada.personId, '7kq4-m2xd')
    expect(hashesOfRecoveryCode(rotated, ada.personId, '7kq4-m2xd')).toContainEqual(recoveryHash)
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
