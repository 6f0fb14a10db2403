import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico, temporaryFolder } from './portico.ts'

/** Large modules that are needed only with a certain variable, for a file, an email or the API documentation. */
const LOADED_LATER = [
  ...[
    '@aws-sdk/',
    '@smithy/',
    'sharp/',
    '@img/',
    'stripe/',
    'redis/',
    '@redis/',
    '@socket.io/redis-streams-adapter/',
  ],
  ...[
    'packages/embedded-postgres/',
    'packages/stripe-simulator/',
    '@tus/',
    'nodemailer/',
    'web-push/',
    'ical-generator/',
    'pdfkit/',
    'prom-client/',
    'fontkit/',
    'fxa-common-password-list/',
    'src/docs/openapi.ts',
    'src/docs/render-page.ts',
  ],
]

test('loads no module at start that is only needed later', async () => {
  const list = join(await temporaryFolder(), 'loaded')
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({
    DATABASE_URL: urlOf(connection),
    LOADED_MODULES: list,
    NODE_OPTIONS: `--import=${new URL('loaded-modules.mjs', import.meta.url)}`,
  })
  expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
  await portico.end('SIGTERM')

  const loaded = (await readFile(list, 'utf8')).split('\n')
  expect(loaded).toContainEqual(expect.stringContaining('/node_modules/fastify/'))
  const tooEarly = loaded.filter((url) => LOADED_LATER.some((name) => url.includes(`/${name}`)))
  expect(new Set(tooEarly.map(packageOf))).toEqual(new Set())
})

function packageOf(url: string) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url
}
