import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createHttpServer } from './server.ts'

/** Sends requests with `X-Forwarded-For` from these peers, and returns the warnings. */
async function warningsFor(peers: string[], env: Record<string, string> = {}) {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) })
  const app = createHttpServer(readConfig({ NODE_ENV: 'test', ...env }), log)
  for (const remoteAddress of peers)
    await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  await app.inject({ url: '/', remoteAddress: '127.0.0.1' })
  await app.close()
  return warnings
}

test.for([
  ['127.0.0.1', 'TRUSTED_PROXY=127.0.0.1'],
  ['::ffff:172.17.0.1', 'TRUSTED_PROXY=172.17.0.1'],
  ['::1', 'TRUSTED_PROXY=::1'],
  ['fd00::7', 'TRUSTED_PROXY=fd00::7'],
] as const)('warns once of a proxy at %s that is not trusted, with the line to add', async ([peer, line]) => {
  const warnings = await warningsFor([peer, peer, peer])

  expect(warnings).toEqual([expect.stringContaining(line)])
})

test('names the proxies that are trusted already in the line to add', async () => {
  expect(await warningsFor(['10.0.0.2'], { TRUSTED_PROXY: '127.0.0.1' })).toEqual([
    expect.stringMatching(/TRUSTED_PROXY=127\.0\.0\.1,10\.0\.0\.2$/),
  ])
})

test('warns of no trusted proxy, and of no stranger who sends the header', async () => {
  expect(await warningsFor(['127.0.0.1', '10.0.0.2'], { TRUSTED_PROXY: '127.0.0.1,10.0.0.0/8' })).toEqual([])
  expect(await warningsFor(['198.51.100.4', '2001:db8::4'])).toEqual([])
})
