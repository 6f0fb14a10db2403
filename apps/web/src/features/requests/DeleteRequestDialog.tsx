import { plural, type requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { removeRequest } from './change-requests.queries.ts'

export function DeleteRequestDialog({
  request,
  onClose,
}: {
  request: requests.Request
  onClose: () => void
}) {
  const remove = useMutation(removeRequest(request.id))
  return (
    <ConfirmDialog
      heading="Delete request"
      question={`Are you sure you want to delete “${request.title}”?`}
      loss={lossText(request)}
      keep="Keep request"
      confirm="Delete Request"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}

function lossText({ answers, files, stagedCount }: requests.Request) {
  const kept = formatCounts([[files.length, 'file stays in the project', 'files stay in the project']])
  const lost = formatCounts([[answers.length, 'written answer goes with it', 'written answers go with it']])
  const unsent =
    stagedCount > 0 &&
    `${plural(stagedCount, 'file')} that your client has not sent yet, only they can still send.`
  return [lost && `${lost}.`, kept && `${kept}.`, unsent, 'This cannot be undone.'].filter(Boolean).join(' ')
}
