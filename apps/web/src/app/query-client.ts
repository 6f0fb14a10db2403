import { MutationCache, QueryCache, QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import type { ApiError } from './api.ts'
import { failureMessage } from './failure-message.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    mutationMeta: {
      /** Said when it worked. */
      success?: string
      /** Said when it did not, whatever the reason; the server's sentence stands below it. */
      failure?: string
      /** Said when it did not and the server gave no sentence of its own. */
      fallback?: string
      /** Say nothing: the form shows the failure itself. */
      quiet?: boolean
      /** What is no longer true afterwards. */
      refresh?: QueryKey[]
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
        await Promise.all((meta?.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
      },
      onError(error, _variables, _result, { meta }) {
        if (!meta?.quiet) toast.error(...failureMessage(error, meta))
      },
    }),
  })
  return client
}

/** When to ask again. A page that shows nothing yet says so, with a button; one that was refused is told why. */
export function untilTrue({ state: { data, error } }: { state: QueryState<unknown, ApiError> }) {
  const isUntrue = data !== undefined && error !== null && (error.status === 0 || error.status >= 500)
  return isUntrue && AGAIN
}
