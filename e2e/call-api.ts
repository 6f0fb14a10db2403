import { expect } from '@playwright/test'
import type { Endpoint, projects } from '@portico/contract'
import type { TestFreelancer } from '../apps/server/test/given.ts'
import type { Server } from './server.ts'

/** Calls the API: `given` writes to the database, which notifies nobody. */
export async function callApi(
  server: Server,
  { token }: TestFreelancer,
  { method, url }: Endpoint,
  body: object,
  id = '',
) {
  const reply = await fetch(`${server.url}/api${url.replace(':id', id)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok).toBe(true)
  return (await reply.json()) as projects.Project
}
