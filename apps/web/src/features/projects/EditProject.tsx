import type { projects } from '@portico/contract'
import { lazy, Suspense } from 'react'
import { useOpen } from '../../app/use-open.ts'
import { Button } from '../../ui/Button.tsx'

const EditProjectPanel = lazy(() => import('./EditProjectPanel.tsx'))

export function EditProject({ project }: { project: projects.Project }) {
  const editing = useOpen('edit-project')
  return (
    <>
      <Button onClick={() => editing.open()}>Edit Project</Button>
      <Suspense fallback={null}>
        {editing.isOpen && <EditProjectPanel project={project} onClose={editing.close} />}
      </Suspense>
    </>
  )
}
