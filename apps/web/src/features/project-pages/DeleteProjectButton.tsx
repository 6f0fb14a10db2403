import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { removeProject } from '../projects/projects.queries.ts'
import { useProjectListUrl } from './use-project-list-url.ts'

const loadDialog = () => import('./DeleteProjectDialog.tsx')
const DeleteProjectDialog = lazyDialog(loadDialog)

export function DeleteProjectButton({ project }: { project: projects.Project }) {
  const [asking, setAsking] = useState(false)
  // Loaded ahead, so that it opens without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadDialog()])), [])
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
