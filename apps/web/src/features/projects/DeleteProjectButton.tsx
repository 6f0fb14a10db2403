import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { removeProject } from './projects.queries.ts'
import { useProjectListUrl } from './use-project-list-url.ts'

export function DeleteProjectButton({ project }: { project: projects.Project }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const list = useProjectListUrl()
  const remove = useMutation(
    removeProject(project, 'Project deleted successfully', async () => navigate(list)),
  )

  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" small />
        Delete Project
      </Button>
      {asking && (
        <DeleteProjectDialog
          project={project}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
