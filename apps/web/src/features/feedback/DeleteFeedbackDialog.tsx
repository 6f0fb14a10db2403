import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { ListedFeedback, ListedReply } from './deadlines.ts'
import { removeFeedback, removeReply } from './feedback.queries.ts'

interface Props {
  projectId: string
  item: ListedFeedback | ListedReply
  onClose: () => void
}

export default function DeleteFeedbackDialog({ projectId, item, onClose }: Props) {
  const [what, mutation] =
    'replies' in item ? ['feedback', removeFeedback(projectId)] : ['reply', removeReply(projectId)]
  const remove = useMutation(mutation)
  return (
    <ConfirmDialog
      heading={`Delete ${what}`}
      question={`Are you sure you want to delete this ${what}?`}
      loss="It is deleted at once, for both sides. This cannot be undone."
      keep={`Keep ${what}`}
      confirm={what === 'reply' ? 'Delete Reply' : 'Delete Feedback'}
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(item.id, { onError: onClose })}
      onClose={onClose}
    />
  )
}
