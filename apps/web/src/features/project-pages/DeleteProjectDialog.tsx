import { bin, type projects } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { contentsText } from '../projects/contents-text.ts'
import { changeArchived } from '../projects/projects.queries.ts'
import { projectContents, removeProject } from '../projects/remove-project.queries.ts'
import { OfferedReceipts } from '../reviews/OfferedReceipts.tsx'

interface Props {
  project: projects.Project
  /** Is shown when it is deleted. */
  success: string
  /** Leaves the page of the deleted project. */
  leave?: () => Promise<void>
  onClose: () => void
}

/** Archiving instead is offered for a project that is not archived yet. */
export default function DeleteProjectDialog({ project, success, leave, onClose }: Props) {
  const { id, title, archivedAt, Client } = project
  const archive = useMutation(changeArchived(id))
  const remove = useMutation(removeProject(project, success, leave))
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
              onChoose: () => archive.mutate(true, { onSettled: onClose }),
            }
          : undefined
      }
      confirm="Delete Project"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}
