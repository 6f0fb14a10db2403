import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startStockNginx } from './nginx.ts'
import { failToStart, startPortico, temporaryFolder } from './portico.ts'
import { uploaderAt } from './uploader.ts'

const DEVELOPMENT_PAGES = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/mailbox/01900000-0000-7000-8000-000000000001',
  '/dev/emails',
  '/dev/emails/0',
  '/dev/emails/0/light',
  '/dev/stripe',
  '/dev/stripe.json',
  '/dev/stripe/checkout/cs_test_1',
]

/** Passes every header of a browser on, as proxies of WebSockets often do. */
const TRANSPARENT =
  'proxy_http_version 1.1; proxy_set_header Connection $http_connection; proxy_set_header Host $http_host;'

test('refuses to start on a public address unless NODE_ENV is production', async () => {
  const env = { DATA_DIR: await temporaryFolder(), PUBLIC_URL: 'https://portico.example' }

  expect(await failToStart(env)).toEqual({
    code: 1,
    complaint:
      'PUBLIC_URL must be an address of this machine, like http://localhost:3000, unless NODE_ENV is production.\n',
  })
})

test.for([
  ['in production', { NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32), MAIL: 'captured' }],
  ['whose operator has set nothing', {}],
] as const)('publishes no development page through a transparent nginx of a server %s', async ([, env]) => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({ DATABASE_URL: urlOf(connection), ...env })
  const nginx = await startStockNginx(portico.port, TRANSPARENT)
  const headers = { connection: 'keep-alive' }
  const statuses = DEVELOPMENT_PAGES.map(async (path) => (await fetch(nginx.url + path, { headers })).status)

  expect(await Promise.all(statuses)).toEqual(DEVELOPMENT_PAGES.map(() => 404))
  expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200)
})

test('returns 413 for every upload over the limit, however nginx passes it on', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({ DATABASE_URL: urlOf(connection), MAX_UPLOAD_BYTES: '1000000' })
  let server: { url: string } = portico
  const ada = await uploaderAt(() => server)

  for (const [kind, options, times] of [
    ['buffers requests', '', 20],
    ['passes requests on as they arrive', 'proxy_request_buffering off;', 5],
    ['speaks HTTP/1.1', 'proxy_request_buffering off; proxy_http_version 1.1;', 5],
  ] as const) {
    server = await startStockNginx(portico.port, `client_max_body_size 100m; ${options}`)
    // The larger upload is refused by its announced length, the smaller one only at its end.
    for (const size of [8_000_000, 1_000_001]) {
      const replies = []
      for (let n = 0; n < times; n++) replies.push(await ada.upload(Buffer.alloc(size)))

      const answers = replies.map(({ status, body }) => `${status} ${body.code}`)
      expect(answers, `an nginx that ${kind}`).toEqual(Array(times).fill('413 FILE_TOO_LARGE'))
    }
    expect(await ada.upload(Buffer.alloc(1_000_000)), kind).toMatchObject({ status: 201 })
  }
})
