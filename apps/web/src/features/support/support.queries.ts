import { support } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import type { Area } from '../../app/session.ts'

/** The name and address that the form begins with. */
export const supportSender = (area: Area) =>
  queryOptions({
    queryKey: ['support-sender', area],
    queryFn: ({ signal }) => call(support.sender, undefined, { signal }),
    // What has been typed since is not to be replaced.
    staleTime: Number.POSITIVE_INFINITY,
  })
