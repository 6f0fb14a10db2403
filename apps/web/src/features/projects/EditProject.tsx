import type { projects } from '@portico/contract'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const EditProjectPanel = lazyDialog(() => import('./EditProjectPanel.tsx'))

export function EditProject({ project }: { project: projects.Project }) {
  const editing = useRestorableOpen('edit-project')
  return (
    <>
      <Button onClick={() => editing.open()}>Edit Project</Button>
      {editing.isOpen && <EditProjectPanel project={project} onClose={editing.close} />}
    </>
  )
}
