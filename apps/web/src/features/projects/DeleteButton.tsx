import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DeleteProject } from './DeleteProject.tsx'
import { removeProject } from './projects.queries.ts'
import { useListAddress } from './use-list-address.ts'

/** Asks, deletes, and leads back to the list. */
export function DeleteButton({ project }: { project: projects.Project }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const list = useListAddress()
  const remove = useMutation(
    removeProject(project.id, 'Project deleted successfully', async () => navigate(list)),
  )

  return (
    <>
      <Button look="danger-quiet" className="delete" onClick={() => setAsking(true)}>
        <Icon name="trash" small />
        Delete Project
      </Button>
      {asking && (
        <DeleteProject
          project={project}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
