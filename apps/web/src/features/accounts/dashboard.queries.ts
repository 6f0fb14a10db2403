import { dashboard } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

export const dashboardSummary = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(dashboard.summary, undefined, { signal }),
})
