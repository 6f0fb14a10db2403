import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { VERSION } from '@portico/contract'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']

test.for(DOCUMENTS)('%s names only files that exist', async (document) => {
  const files = await listFiles()
  const text = await readFile(join(ROOT, document), 'utf8')

  const named = [...text.matchAll(/`([\w.-][\w./-]*\.(?:tsx?|mjs|css|sql|json))`|\]\(([\w./-]+)\)/g)].map(
    ([, path, link]) => path ?? link ?? '',
  )

  const exists = (name: string) => files.some((file) => `/${file}/`.includes(`/${name}/`))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !exists(name) && !MADE_AT_RUN_TIME.includes(name))).toEqual([])
})

test('ARCHITECTURE.md names only what stands in the file to which it points', async () => {
  const files = await listFiles()
  const text = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const [, table = ''] = /^## Where is …$(.*?)^## /ms.exec(text) ?? []

  const pointers = [...table.matchAll(/((?:`\w+`(?:, | and )?)+) (?:in |\()`([\w./-]+)`/g)].flatMap(
    ([, names = '', path = '']) => [...names.matchAll(/\w+/g)].map(([name]) => ({ name, path })),
  )

  const isMissing = async ({ name, path }: { name: string; path: string }) => {
    const named = files.filter((file) => `/${file}/`.includes(`/${path}/`))
    const sources = await Promise.all(named.map((file) => readFile(join(ROOT, file), 'utf8')))
    return !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))
  }
  const missing = await Promise.all(pointers.map(isMissing))
  expect(pointers.length).toBeGreaterThan(20)
  expect(pointers.filter((_, index) => missing[index])).toEqual([])
})

/** Portico writes it into the storage. */
const MADE_AT_RUN_TIME = ['portico-installation.json']

test('CONTRIBUTING.md shows TypeScript of this repository', async () => {
  const files = (await listFiles()).filter((file) => /\.tsx?$/.test(file))
  const sources = await Promise.all(
    files.map((file) => readFile(join(ROOT, file), 'utf8').then(withoutSpace)),
  )
  const text = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')

  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

  expect(blocks.length).toBeGreaterThan(2)
  for (const block of blocks)
    expect(
      sources.some((source) => source.includes(withoutSpace(block))),
      block,
    ).toBe(true)
})

test('package.json, CHANGELOG.md and the server name the same version', async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')

  expect(manifest.version).toBe(VERSION)
  expect(/^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1]).toBe(VERSION)
})

async function listFiles() {
  const listed = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 8 * 1_024 * 1_024,
  })
  return listed.stdout.trim().split('\n')
}

function withoutSpace(text: string) {
  return text.replace(/\s+/g, '')
}
