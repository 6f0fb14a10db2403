import { bin, type projects } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { contentsText } from '../projects/contents-text.ts'
import { changeArchived, projectContents } from '../projects/projects.queries.ts'
import { OfferedReceipts } from '../reviews/OfferedReceipts.tsx'

interface Props {
  project: projects.Project
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Archiving instead is offered for a project that is not archived yet. */
export default function DeleteProjectDialog({ project: { id, title, archivedAt, Client }, ...rest }: Props) {
  const archive = useMutation(changeArchived(id))
  const { data: contents } = useQuery(projectContents(id))
  const within = contents && contentsText(contents)
  return (
    <ConfirmDialog
      heading="Delete project"
      question="Are you sure you want to delete this project?"
      loss={
        <>
          {title} is deleted at once, for {Client.firstName} {Client.lastName} too.{' '}
          {within && `With it: ${within}. `}You can bring it back from the bin for {bin.BIN_DAYS} days.
          <OfferedReceipts of={{ projectId: id }} />
        </>
      }
      keep="Keep project"
      instead={
        archivedAt === null
          ? {
              label: 'Archive instead',
              busy: archive.isPending,
              onChoose: () => archive.mutate(true, { onSettled: rest.onClose }),
            }
          : undefined
      }
      confirm="Delete Project"
      busyLabel="Deleting..."
      {...rest}
    />
  )
}
