import { readdir, rm } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { registerFreelancer } from './load.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { smallDisk } from './small-disk.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('refuses writes and serves reads while the database disk is full, and accepts writes when there is room', {
  timeout: 400_000,
}, async () => {
  const folder = await temporaryFolder()
  const disk = smallDisk(folder, 110 * 1_024 * 1_024)
  const portico = await startPortico({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, { within: disk.within })
  const ada = await registerFreelancer(portico)
  const { id: clientId } = await ada.createClient({ sendEmail: false })
  const acknowledged = new Set<string>()
  let attempts = 0

  await disk.fill?.(portico.pid)
  if (disk.fill) {
    await vi.waitFor(async () => expect(await create()).toBe(503), { ...WAIT_OPTIONS, interval: 1 })
    expect((await ada.request('/api/projects')).status).toBe(200)
    expect((await fetch(`${portico.url}/healthz`)).status).toBe(200)
    for (const name of await readdir(disk.inside(portico.pid, '')))
      if (name.startsWith('ballast')) await rm(disk.inside(portico.pid, name))
  }

  await vi.waitFor(async () => expect(await create()).toBe(201), WAIT_OPTIONS)
  await ada.expectNothingLost({ attempted: acknowledged, acknowledged })
  expect(await portico.end('SIGTERM')).toBe(0)

  async function create() {
    const title = `Project ${++attempts}`
    const body = { title, description: 'x'.repeat(4_000), status: 'Pending', clientId }
    const { status } = await ada.request('/api/projects/create', { method: 'POST', body })
    if (status === 201) acknowledged.add(title)
    return status
  }
})
