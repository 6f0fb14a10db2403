import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { ListedNote } from './listed-note.ts'
import { removeNote } from './notes.queries.ts'

export function DeleteNoteDialog({ note, onClose }: { note: ListedNote; onClose: () => void }) {
  const remove = useMutation(removeNote(note.id))
  return (
    <ConfirmDialog
      heading="Delete note"
      question="Are you sure you want to delete this note?"
      loss="It is deleted at once, for both sides. This cannot be undone."
      keep="Keep note"
      confirm="Delete Note"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}
