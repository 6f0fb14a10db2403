import type { clients } from '@portico/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { countProjects, type ProjectPages } from '../projects/count-projects.ts'
import { deleteClient, projectsOfClient } from './clients.queries.ts'
import { fullName } from './full-name.ts'

export function DeleteClient({ client }: { client: clients.Client }) {
  const [asking, setAsking] = useState(false)
  const projects = useInfiniteQuery(projectsOfClient(client.id))
  const navigate = useNavigate()
  const remove = useMutation(deleteClient(client.id, async () => navigate('/clients')))

  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" small />
        Delete Client
      </Button>
      {asking && (
        <ConfirmDialog
          heading="Delete client"
          question="Are you sure you want to delete this client? This action cannot be undone."
          loss={`${fullName(client)} loses access at once. ${deletedProjectsText(projects)}`}
          keep="Keep client"
          confirm="Delete Client"
          busy={remove.isPending}
          busyLabel="Deleting..."
          onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function deletedProjectsText(projects: ProjectPages) {
  const counted = countProjects(projects)
  if (!counted) return 'All their projects go with them.'
  if (counted.count === 0) return 'They have no projects.'
  return `${counted.text} ${counted.count === 1 ? 'goes' : 'go'} with them.`
}
