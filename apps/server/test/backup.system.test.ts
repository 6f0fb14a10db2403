import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { billing, chat, clients, files, projects, receipts } from '@portico/contract'
import { KEYS_PATH } from '@portico/contract/receipt-hash'
import { expect, onTestFinished, test } from 'vitest'
import { freelancer } from '../seed/demo.ts'
import { buildApp } from '../src/app.ts'
import { startRuntime } from '../src/runtime.ts'
import { runCommand } from './command.ts'
import { tokenFromUrl } from './given.ts'
import { postRequest } from './load.ts'
import { startPortico, temporaryFolder } from './portico.ts'

const run = promisify(execFile)

test('restores a backup made as the README says, including one whose files are copied after an upload', {
  timeout: 400_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const backup = join(await temporaryFolder(), 'portico')
  const link = await seed(dataDir)
  await expect(access(join(dataDir, 'postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT')
  await copy(dataDir, backup)

  const original = await startHere(dataDir)
  const before = await readEverything(original.url, await logIn(original.url))
  await upload(original.url, await logIn(original.url), before.projects[0])
  await rm(join(backup, 'uploads'), { recursive: true })
  await copy(join(dataDir, 'uploads'), join(backup, 'uploads'))
  await original.stop()
  await rm(dataDir, { recursive: true })

  const elsewhere = join(await temporaryFolder(), 'data')
  await copy(backup, elsewhere)
  const finished = await runCommand(['restore', '--finish', '--json'], { DATA_DIR: elsewhere })
  expect(JSON.parse(finished.stdout)).toMatchObject({ ended: { loginLinks: 4 }, needsStorage: false })
  const { url, end, output } = await startPortico({ DATA_DIR: elsewhere })
  const token = await logIn(url)
  expect(await readEverything(url, token)).toEqual(before)
  expect((await fetch(`${url}/api/clients/login-from-token?token=${link}`)).status).toBe(401)
  await upload(url, token, before.projects[0])
  const linesBefore = output.length
  expect(await end('SIGTERM')).toBe(0)
  expect(output.slice(linesBefore).join(), 'stopping its own database is no trouble').not.toMatch(
    /"level":[456]0/,
  )
})

/** Creates the demo data, and returns the token of a client's login link. */
async function seed(dataDir: string) {
  const { stdout } = await runCommand(['seed', '--json'], { DATA_DIR: dataDir, MIN_FREE_BYTES: '0' })
  const [{ loginUrl }] = (JSON.parse(stdout) as { clients: [{ loginUrl: string }] }).clients
  return tokenFromUrl(loginUrl)
}

/** A server with its own database, in the process of the test. */
async function startHere(dataDir: string) {
  const { ctx, close } = await startRuntime({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MIN_FREE_BYTES: '0' })
  const app = await buildApp(ctx, { web: false })
  const stop = async () => {
    await app.close()
    await close()
  }
  onTestFinished(stop)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop }
}

/** The demo freelancer logs in. */
async function logIn(url: string) {
  const { email, password } = freelancer
  const login = await fetch(`${url}/api/auth/login`, postRequest({ email, password }))
  return ((await login.json()) as { token: string }).token
}

function copy(from: string, to: string) {
  return run('cp', ['-a', from, to])
}

/** The plan, clients, projects, messages, file contents and the keys that sign receipts. */
async function readEverything(url: string, token: string) {
  const { clients: all } = await read<{ clients: clients.Client[] }>('/clients')
  const allProjects = await read<projects.Project[]>('/projects')
  const messages = await Promise.all(all.map(({ id }) => read<chat.Message[]>(`/messages/history/${id}`)))
  const allFiles = await Promise.all(allProjects.map(({ id }) => read<files.File[]>(`/files/project/${id}`)))
  const contents = await Promise.all(allFiles.flat().map(contentsOf))
  const { plan } = await read<billing.BillingStatus>('/billing/status')
  expect([messages.flat(), contents].map(({ length }) => length > 1)).toEqual([true, true])
  const receiptKeys = (await (await fetch(url + KEYS_PATH)).json()) as receipts.KeySet
  expect(receiptKeys.keys).toHaveLength(1)
  return { plan, clients: all, projects: allProjects, messages: messages.flat(), contents, receiptKeys }

  async function contentsOf({ id, fileName, fileUrl }: files.File) {
    const { pathname, search } = new URL(fileUrl)
    const reply = await fetch(url + pathname + search)
    expect(reply.status).toBe(200)
    const hash = createHash('sha256').update(await reply.bytes())
    return [id, fileName, hash.digest('hex')]
  }

  async function read<T>(path: string) {
    const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(200)
    return (await reply.json()) as T
  }
}

async function upload(url: string, token: string, project: projects.Project | undefined) {
  const body = new FormData()
  body.set('projectId', project?.id ?? '')
  body.set('file', new File(['Soup, £6'], 'menu.txt'))
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${url}/api/files/upload`, { method: 'POST', headers, body })).status).toBe(201)
}
