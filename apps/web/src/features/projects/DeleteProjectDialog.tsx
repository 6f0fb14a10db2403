import type { projects } from '@portico/contract'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface Props {
  project: projects.Project
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function DeleteProjectDialog({ project: { title, Client }, ...rest }: Props) {
  return (
    <ConfirmDialog
      heading="Delete project"
      question="Are you sure you want to delete this project?"
      loss={`${title} goes at once, for ${Client.firstName} ${Client.lastName} too. This cannot be undone.`}
      keep="Keep project"
      confirm="Delete Project"
      busyLabel="Deleting..."
      {...rest}
    />
  )
}
