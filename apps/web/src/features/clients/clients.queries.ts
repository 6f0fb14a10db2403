import { clients } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** Whom the signed-in client works with. It hardly ever changes. */
export const myFreelancer = queryOptions({
  queryKey: ['my-freelancer'],
  queryFn: async ({ signal }) => (await call(clients.myFreelancer, undefined, { signal })).freelancer,
  staleTime: 5 * 60_000,
})
