import type { bin } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { receiptsText } from '../files/what-goes-text.ts'
import { contentsText } from '../projects/contents-text.ts'
import { OfferedReceipts } from '../reviews/OfferedReceipts.tsx'
import { deleteForGood } from './bin.queries.ts'

export function DeleteForGoodDialog({ item, onClose }: { item: bin.BinItem; onClose: () => void }) {
  const remove = useMutation(deleteForGood(item))
  const { kind, id, name, contents, version, approved } = item
  const within = contents && contentsText(contents)
  return (
    <ConfirmDialog
      heading="Delete for good"
      question={`Are you sure you want to delete this ${version ? 'version' : kind} for good?`}
      loss={
        <>
          {`${version ? `Version ${version} of ${name}` : name} cannot be brought back after this${within ? `, nor ${within} in it` : ''}.`}
          {kind === 'file' && approved && ` ${receiptsText(1, version ? 'version' : 'file')}`}
          {kind === 'project' && approved && <OfferedReceipts of={{ projectId: id }} />}
        </>
      }
      keep="Keep in the bin"
      confirm="Delete for Good"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}
