import { expect, vi } from 'vitest'
import type { LoadFreelancer } from './load.ts'
import type { startPortico } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

export async function expectNotReadyResponse(reply: Response) {
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await reply.json()).toMatchObject({
    statusCode: 503,
    code: expect.stringMatching(/^(NOT_READY|TOO_MUCH_AT_ONCE)$/),
  })
}

/** The same process answers every request again. */
export async function expectReadyAgain(
  { url, pid, output }: Awaited<ReturnType<typeof startPortico>>,
  { request }: LoadFreelancer,
) {
  await vi.waitFor(async () => {
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status, `${await ready.text()}\n${output.slice(-10).join('\n')}`).toBe(200)
    for (const reply of await Promise.all(Array.from({ length: 20 }, () => request('/api/projects'))))
      expect(reply.status).toBe(200)
  }, WAIT_OPTIONS)
  expect(process.kill(pid, 0)).toBe(true)
}
