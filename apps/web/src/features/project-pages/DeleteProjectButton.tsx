import type { projects } from '@portico/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useProjectListUrl } from './use-project-list-url.ts'

const loadDialog = () => import('./DeleteProjectDialog.tsx')
const DeleteProjectDialog = lazyDialog(loadDialog)

export function DeleteProjectButton({ project }: { project: projects.Project }) {
  const [asking, setAsking] = useState(false)
  // Loaded ahead, so that it opens without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadDialog()])), [])
  const navigate = useNavigate()
  const list = useProjectListUrl()

  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" small />
        Delete Project
      </Button>
      {asking && (
        <DeleteProjectDialog
          project={project}
          success="Project deleted successfully"
          leave={async () => navigate(list)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
