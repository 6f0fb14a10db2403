import { type Change, staleTopics, type Topic } from '@portico/contract'
import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import type { ApiError } from './api.ts'
import { failureMessage } from './failure-message.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryKey: readonly [
      Topic | 'audit' | 'invitation' | 'search' | 'upload-limits' | 'support-sender',
      ...unknown[],
    ]
    mutationMeta: {
      /** The endpoint. What it makes stale is refetched, also after a failure, which may have been caused by another change. */
      calls?: Change
      /** The queries of deleted things. They are not refetched, because they would fail. */
      deletes?: QueryKey[]
      /** Succeed without waiting for the refetch. */
      background?: boolean
      success?: string
      /** The title for every failure. The server's message is shown below it. */
      failure?: string
      /** The title for a failure without a message from the server. */
      fallback?: string
      /** Show no toast, because the form shows the failure. */
      quiet?: boolean
    }
  }
}

/** After a failed refetch the old data stays on screen, and the fetch is retried after this time. */
const RETRY_INTERVAL_MS = 15_000

/** One client per area and person, so that nobody sees another person's cached data. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network a fetch fails with a message instead of waiting silently.
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: retryIntervalAfterFailure,
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: (error, { queryKey }) => console.error(queryKey, error) }),
    mutationCache: new MutationCache({
      async onSuccess(_data, _variables, _result, { meta }) {
        if (meta?.success) toast.success(meta.success)
        const refetched = meta?.calls && refetchStale(client, meta.calls, meta.deletes)
        if (!meta?.background) await refetched
      },
      onError(error, _variables, _result, { meta }) {
        if (!meta?.quiet) toast.error(...failureMessage(error, meta))
        if (meta?.calls) refetchStale(client, meta.calls)
      },
    }),
  })
  return client
}

/** Refetches the stale queries on screen at once, and the others when they are shown next. */
export function refetchStale(client: QueryClient, change: Change, deleted: QueryKey[] = []) {
  const topics: readonly unknown[] = staleTopics[change]
  const deletedHashes = deleted.map(hashKey)
  return client.invalidateQueries({
    predicate: ({ queryKey, queryHash }) =>
      topics.includes(queryKey[0]) && !deletedHashes.includes(queryHash),
  })
}

/** False where a retry cannot help, or where the page shows an error with a button to retry. */
export function retryIntervalAfterFailure({
  state: { data, error },
}: {
  state: QueryState<unknown, ApiError>
}) {
  const isOutdated = data !== undefined && error !== null && (error.status === 0 || error.status >= 500)
  return isOutdated && RETRY_INTERVAL_MS
}
