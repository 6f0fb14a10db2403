import { bin } from '@portico/contract'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { undoAction } from '../../app/undo-action.ts'
import { toast } from '../../ui/toast.ts'

export type BinnedItem = Pick<bin.BinItem, 'kind' | 'id'>

export const restoreItem = ({ kind, id }: BinnedItem) =>
  mutationOptions({
    mutationFn: () => call(bin.restore, { params: { kind, id } }),
    meta: {
      calls: 'bin.restore',
      success: kind === 'project' ? 'Project restored' : 'File restored',
      failure: kind === 'project' ? 'Failed to restore the project' : 'Failed to restore the file',
    },
  })

/** Says that something was deleted, with Undo. */
export function offerUndo(
  client: QueryClient,
  title: string,
  { name, ...item }: BinnedItem & { name: string },
) {
  const detail = `In the bin for ${bin.BIN_DAYS} days: ${name}`
  toast.success(title, detail, undoAction(client, restoreItem(item)))
}
