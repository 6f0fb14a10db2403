import { bin } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.ts'
import { type Item, restoreItem } from './bin.queries.ts'

/** Says that something was deleted, with Undo. The toast outlives the page that shows it. */
export function offerUndo(client: QueryClient, title: string, { name, ...item }: Item & { name: string }) {
  const undo = () => {
    const restore = client.getMutationCache().build(client, restoreItem(item))
    // A failure is shown as a toast.
    restore.execute(undefined).catch(() => {})
  }
  toast.success(title, `${name} moved to the bin, for ${bin.BIN_DAYS} days.`, { label: 'Undo', run: undo })
}
