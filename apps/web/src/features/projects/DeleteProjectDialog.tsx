import { bin, type projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { contentsText } from '../bin/contents-text.ts'
import { projectContents } from './projects.queries.ts'

interface Props {
  project: projects.Project
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function DeleteProjectDialog({ project: { id, title, Client }, ...rest }: Props) {
  const { data: contents } = useQuery(projectContents(id))
  const within = contents && contentsText(contents)
  return (
    <ConfirmDialog
      heading="Delete project"
      question="Are you sure you want to delete this project?"
      loss={[
        `${title} goes at once, for ${Client.firstName} ${Client.lastName} too.`,
        within && `With it: ${within}.`,
        `You can bring it back from the bin for ${bin.BIN_DAYS} days.`,
      ]
        .filter(Boolean)
        .join(' ')}
      keep="Keep project"
      confirm="Delete Project"
      busyLabel="Deleting..."
      {...rest}
    />
  )
}
