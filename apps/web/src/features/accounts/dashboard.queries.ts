import { dashboard } from '@portico/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

export const dashboardSummary = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(dashboard.summary, undefined, { signal }),
})

/** What belongs to the clients that the member is assigned to. */
export const mySummary = queryOptions({
  queryKey: ['dashboard', 'mine'],
  queryFn: ({ signal }) => call(dashboard.summary, { querystring: { mine: true } }, { signal }),
})

/** Who one is in the team. Null for who works alone, undefined while nobody knows. */
export const useTeam = () => useQuery(dashboardSummary).data?.team
