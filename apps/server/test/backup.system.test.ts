import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { billing, chat, clients, files, projects } from '@portico/contract'
import { expect, test } from 'vitest'
import { freelancer } from '../seed/demo.ts'
import { runCommand } from './command.ts'
import { postRequest } from './load.ts'
import { startPortico, temporaryFolder } from './portico.ts'

const run = promisify(execFile)

test('restores a backup made as the README says, including one taken while a file is uploaded', {
  timeout: 400_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const link = await seed(dataDir)
  await expect(access(join(dataDir, 'postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT')
  const backup = join(await temporaryFolder(), 'portico')
  await copy(dataDir, backup)

  let portico = await startPortico({ DATA_DIR: dataDir })
  let ada = await enter(portico.url)
  const before = await ada.everything()
  await ada.upload(before.projects[0], 'later.txt')
  await rm(join(backup, 'uploads'), { recursive: true })
  await copy(join(dataDir, 'uploads'), join(backup, 'uploads'))
  await portico.end('SIGKILL')
  await portico.killPostgres()
  await rm(dataDir, { recursive: true })

  const elsewhere = join(await temporaryFolder(), 'data')
  await copy(backup, elsewhere)
  portico = await startPortico({ DATA_DIR: elsewhere })
  ada = await enter(portico.url)
  expect(await ada.everything()).toEqual(before)
  expect((await fetch(`${portico.url}/api/clients/login-from-token?token=${link}`)).status).toBe(200)
  await ada.upload(before.projects[0], 'after.txt')
  expect(await portico.end('SIGTERM')).toBe(0)
})

function copy(from: string, to: string) {
  return run('cp', ['-a', from, to])
}

/** Creates the demo data, and returns the token of a client's login link. */
async function seed(dataDir: string) {
  const { stdout, stderr } = await runCommand(['seed', '--json'], { DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  expect(stderr, 'stopping its own database is no trouble').not.toMatch(/"level":[456]0/)
  const [{ loginUrl }] = (JSON.parse(stdout) as { clients: [{ loginUrl: string }] }).clients
  return new URL(loginUrl).searchParams.get('token') ?? ''
}

/** The demo freelancer logs in. */
async function enter(url: string) {
  const { email, password } = freelancer
  const login = await fetch(`${url}/api/auth/login`, postRequest({ email, password }))
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  return { everything, upload }

  /** The plan, clients, projects, messages and file contents. */
  async function everything() {
    const { clients: all } = await read<{ clients: clients.Client[] }>('/clients')
    const allProjects = await read<projects.Project[]>('/projects')
    const messages = await Promise.all(all.map(({ id }) => read<chat.Message[]>(`/messages/history/${id}`)))
    const allFiles = await Promise.all(
      allProjects.map(({ id }) => read<files.File[]>(`/files/project/${id}`)),
    )
    const contents = await Promise.all(allFiles.flat().map(contentsOf))
    const { plan } = await read<billing.BillingStatus>('/billing/status')
    expect([messages.flat(), contents].map(({ length }) => length > 1)).toEqual([true, true])
    return { plan, clients: all, projects: allProjects, messages: messages.flat(), contents }
  }

  async function upload(project: projects.Project | undefined, name: string) {
    const body = new FormData()
    body.set('projectId', project?.id ?? '')
    body.set('file', new File(['Soup, £6'], name))
    expect((await fetch(`${url}/api/files/upload`, { method: 'POST', headers, body })).status).toBe(201)
  }

  async function contentsOf({ id, fileName, fileUrl }: files.File) {
    const { pathname, search } = new URL(fileUrl)
    const reply = await fetch(url + pathname + search)
    expect(reply.status).toBe(200)
    return [
      id,
      fileName,
      createHash('sha256')
        .update(await reply.bytes())
        .digest('hex'),
    ]
  }

  async function read<T>(path: string) {
    const reply = await fetch(`${url}/api${path}`, { headers })
    expect(reply.status).toBe(200)
    return (await reply.json()) as T
  }
}
