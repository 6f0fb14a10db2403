import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config.ts'

const root = join(import.meta.dirname, '../../..')
const file = (path: string) => readFile(join(root, path), 'utf8')

/** What docs/operate tells an operator to set. */
const GIVEN: Record<string, string> = {
  DOMAIN: 'portico.example',
  APP_SECRET: 'a'.repeat(64),
  POSTGRES_PASSWORD: 'b'.repeat(32),
  STORAGE_PASSWORD: 'c'.repeat(32),
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Portico <portico@portico.example>',
}

/** As Compose fills in `${NAME}`, `${NAME:-default}` and `${NAME:?what is missing}`. */
const filledIn = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, byDefault = '') => GIVEN[name] ?? byDefault,
  )

test('Compose starts Portico with a configuration that is accepted, on a read-only root', async () => {
  const { services } = parse(filledIn(await file('deploy/compose.yaml')))

  expect(
    readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...asText(services.portico.environment) }),
  ).toMatchObject({
    publicUrl: 'https://portico.example',
    internal: { host: '0.0.0.0', port: 9464 },
  })
  expect(services.portico).toMatchObject({ read_only: true, stop_grace_period: '30s' })
  const used = Object.values<{ depends_on?: string[] | object }>(services).flatMap(
    ({ depends_on: on = [] }) => (Array.isArray(on) ? on : Object.keys(on)),
  )
  expect(Object.keys(services)).toEqual(expect.arrayContaining(used))
  // Only the proxy is reached from outside.
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['caddy'])
})

describe('Kubernetes', () => {
  test('starts pods with a configuration that is accepted', async () => {
    const { configMapGenerator, resources } = parse(await file('deploy/kustomize/kustomization.yaml'))
    const literals = (configMapGenerator[0].literals as string[]).map((line) =>
      line.split(/=(.*)/s).slice(0, 2),
    )
    const secret = { APP_SECRET: GIVEN.APP_SECRET, SMTP_URL: GIVEN.SMTP_URL, MAIL_FROM: GIVEN.MAIL_FROM }

    const config = readConfig({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      ...Object.fromEntries(literals),
      ...secret,
    })

    const documents = await Promise.all(resources.map((name: string) => file(`deploy/kustomize/${name}`)))
    const objects = documents.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()))
    const [pod] = objects.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec)
    const [container] = pod.containers
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        containerPort,
      ]),
    )
    expect(ports).toEqual({ http: config.port, internal: config.internal?.port })
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    })
    // Five seconds until nothing arrives any more, and 25 for what is in flight.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30)
  })
})

test('the unit of systemd gives requests in flight their time, and writes to its own folder only', async () => {
  const unit = await file('deploy/systemd/portico.service')

  expect(unit).toMatch(/^KillMode=mixed$/m)
  expect(unit).toMatch(/^TimeoutStopSec=30$/m)
  expect(unit).toMatch(/^User=portico$/m)
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
  const settings = /^Environment=(.+)$/m
    .exec(unit)?.[1]
    ?.split(' ')
    .map((pair) => pair.split('='))
  const given = { PUBLIC_URL: 'https://portico.example', ...GIVEN }
  expect(readConfig({ ...Object.fromEntries(settings ?? []), ...given }).dataDir).toBe('/var/lib/portico')
})

const asText = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value ?? '')]))
