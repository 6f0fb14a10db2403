import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPortico, temporaryFolder } from './portico.ts'

/** Large, and needed only by whoever sets a variable, sends a file or an email, or reads the document of the API. */
const LATER = [
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
  ...['@tus/', 'nodemailer/', 'fxa-common-password-list/', 'src/docs/openapi.ts', 'src/docs/render-page.ts'],
]

test('an idle server has loaded nothing that can wait', async () => {
  const list = join(await temporaryFolder(), 'loaded')
  const portico = await startPortico({
    LOADED_MODULES: list,
    NODE_OPTIONS: `--import=${new URL('loaded-modules.mjs', import.meta.url)}`,
  })
  expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
  await portico.end('SIGTERM')

  const loaded = (await readFile(list, 'utf8')).split('\n')
  expect(loaded).toContainEqual(expect.stringContaining('/node_modules/fastify/'))
  const tooEarly = loaded.filter((url) => LATER.some((name) => url.includes(`/${name}`)))
  expect(new Set(tooEarly.map(packageOf))).toEqual(new Set())
})

function packageOf(url: string) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url
}
