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
    queryKey: readonly [Topic | 'upload-limits' | 'support-sender', ...unknown[]]
    mutationMeta: {
      /** The endpoint: what it makes stale is refetched, also after a failure, which may be news of other changes. */
      calls?: Change
      /** The queries of what the call deletes. They are not refetched: there is nothing to be found. */
      deletes?: QueryKey[]
      /** Succeed at once, while the rest is refetched. */
      background?: boolean
      /** Said when it worked. */
      success?: string
      /** Said when it did not, whatever the reason; the server's sentence stands below it. */
      failure?: string
      /** Said when it did not and the server gave no sentence of its own. */
      fallback?: string
      /** Say nothing: the form shows the failure itself. */
      quiet?: boolean
    }
  }
}

/** What could not be read anew is shown as it was, and asked for again after so many milliseconds. */
const AGAIN = 15_000

/** One for each area and person: what belongs to one is never shown to the next. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network a read fails and says so, rather than waiting unseen.
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: untilTrue,
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

/** Refetches what is on screen of the topics that this change makes stale, and the rest when it is shown next. */
export function refetchStale(client: QueryClient, change: Change, deleted: QueryKey[] = []) {
  const topics: readonly unknown[] = staleTopics[change]
  const deletedHashes = deleted.map(hashKey)
  return client.invalidateQueries({
    predicate: ({ queryKey, queryHash }) =>
      topics.includes(queryKey[0]) && !deletedHashes.includes(queryHash),
  })
}

/** When to ask again. A page that shows nothing yet says so, with a button; one that was refused is told why. */
export function untilTrue({ state: { data, error } }: { state: QueryState<unknown, ApiError> }) {
  const isUntrue = data !== undefined && error !== null && (error.status === 0 || error.status >= 500)
  return isUntrue && AGAIN
}
