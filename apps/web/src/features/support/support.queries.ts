import { support } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import type { Area } from '../../app/session.ts'

/** The name and address that prefill the form. */
export const supportSender = (area: Area) =>
  queryOptions({
    queryKey: ['support-sender', area],
    queryFn: ({ signal }) => call(support.sender, undefined, { signal }),
    // A refetch would replace typed text.
    staleTime: Number.POSITIVE_INFINITY,
  })
