import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { freePort } from './free-port.ts'
import { failToStart, startPortico, temporaryFolder } from './portico.ts'

const file = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('metrics are read on a port of their own, and alerts and dashboard name only what is there', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const internalPort = String(await freePort())
  const portico = await startPortico({ DATABASE_URL: urlOf(connection), INTERNAL_PORT: internalPort })
  await fetch(`${portico.url}/api/clients/0190a3c8-0000-7000-8000-000000000000`)

  const reply = await fetch(`http://127.0.0.1:${internalPort}/metrics`)

  const metrics = await reply.text()
  expect(reply.headers.get('content-type')).toMatch('text/plain')
  expect(metrics).toContain(
    'portico_http_request_duration_seconds_count{method="GET",route="/api/clients/:id",status="4xx"} 1',
  )
  for (const part of ['database', 'storage', 'mail'])
    expect(metrics).toContain(`portico_part_up{part="${part}"} 1`)
  expect(metrics).toMatch(/^portico_database_connections\{state="idle"\} [1-9]/m)
  expect(metrics).toMatch(/^portico_jobs_waiting_seconds \d/m)
  expect(metrics).not.toContain('0190a3c8')
  expect((await fetch(`http://127.0.0.1:${internalPort}/api/clients`)).status).toBe(404)
  expect((await fetch(`${portico.url}/metrics`)).headers.get('content-type')).not.toMatch('version=0.0.4')

  const known = new Set(metrics.match(/(?<=^# TYPE )\w+/gm))
  for (const path of [
    'deploy/prometheus/alerts.yaml',
    'deploy/grafana/portico.json',
    'docs/operate/watch.md',
  ]) {
    const named = (await file(path)).match(/\b(portico|nodejs|process)_\w+[a-z]\b/g) ?? []
    const unknown = named.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect({ path, unknown, count: named.length > 5 }).toEqual({ path, unknown: [], count: true })
  }
})

test('every alert has its section with what to do', async () => {
  const rules = await file('deploy/prometheus/alerts.yaml')
  const alerts = rules.match(/(?<=alert: )\w+/g) ?? []
  const sections = (await file('docs/operate/alerts.md')).match(/(?<=^## )\w+/gm)

  expect(alerts.length).toBeGreaterThan(5)
  expect(sections).toEqual(alerts)
  expect(rules.match(/(?<=alerts\.md#)\w+/g)).toEqual(alerts.map((name) => name.toLowerCase()))
})

test('a taken INTERNAL_PORT ends the start with one sentence', async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const start = await failToStart({
    DATABASE_URL: urlOf(connection),
    DATA_DIR: await temporaryFolder(),
    INTERNAL_PORT: String(port),
  })

  expect(start).toEqual({
    complaint: expect.stringMatching(/^INTERNAL_PORT \d+ cannot be opened: .*EADDRINUSE/),
    code: 1,
  })
})
