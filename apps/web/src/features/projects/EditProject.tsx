import type { projects } from '@portico/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

const EditProjectPanel = lazy(() => import('./EditProjectPanel.tsx'))

export function EditProject({ project }: { project: projects.Project }) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Button onClick={() => setEditing(true)}>Edit Project</Button>
      <Suspense fallback={null}>
        {editing && <EditProjectPanel project={project} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  )
}
