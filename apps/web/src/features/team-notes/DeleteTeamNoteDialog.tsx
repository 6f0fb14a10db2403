import type { teamNotes } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Place, removeTeamNote } from './team-notes.queries.ts'

interface Props {
  place: Place
  note: teamNotes.TeamNote
  onClose: () => void
}

export function DeleteTeamNoteDialog({ place, note, onClose }: Props) {
  const remove = useMutation(removeTeamNote(place, note.id))
  return (
    <ConfirmDialog
      heading="Delete note"
      question="Are you sure you want to delete this note?"
      loss="It is deleted at once, for your whole team. This cannot be undone."
      keep="Keep note"
      confirm="Delete Note"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}
