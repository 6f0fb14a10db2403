import { bin } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { undoAction } from '../../app/undo-action.ts'
import { toast } from '../../ui/toast.ts'
import { type Item, restoreItem } from './bin.queries.ts'

/** Says that something was deleted, with Undo. */
export function offerUndo(client: QueryClient, title: string, { name, ...item }: Item & { name: string }) {
  const detail = `In the bin for ${bin.BIN_DAYS} days: ${name}`
  toast.success(title, detail, undoAction(client, restoreItem(item)))
}
