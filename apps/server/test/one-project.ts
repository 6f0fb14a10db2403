import { projects } from '@portico/contract'
import { type Api, test as base } from './fixtures.ts'
import type { TestClient } from './given.ts'

const NOW = '2099-06-15T09:00:00.000Z'

/** Ada in London, her client Maya and one project for Maya, on a fixed day. */
export const test = base
  .extend('ada', ({ given, clock }) => {
    clock.set(NOW)
    return given.freelancer({ timeZone: 'Europe/London' })
  })
  .extend('maya', ({ given, ada }) => given.client(ada))
  .extend('menu', ({ given, maya }) => given.project(maya))

/** Whose turn it is and why, such as `client: review`. */
export async function turnOf(api: Api, maya: TestClient, { id }: { id: string }) {
  const { turn, turnReason } = (await api.as(maya).call(projects.getForClient, { params: { id } })).body
  return turn && `${turn}: ${turnReason}`
}
