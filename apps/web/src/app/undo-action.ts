import type { DefaultError, MutationOptions, QueryClient } from '@tanstack/react-query'
import type { ToastAction } from '../ui/toast.ts'

/** An Undo button for a toast. It works after its page has closed. */
export function undoAction<Data, Context>(
  client: QueryClient,
  undo: MutationOptions<Data, DefaultError, void, Context>,
): ToastAction {
  return {
    label: 'Undo',
    run: () => {
      const mutation = client.getMutationCache().build(client, undo)
      // A failure is shown as a toast.
      mutation.execute(undefined).catch(() => {})
    },
  }
}
