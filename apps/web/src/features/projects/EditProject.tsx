import type { projects } from '@portico/contract'
import { useOpen } from '../../app/use-open.ts'
import { Button } from '../../ui/Button.tsx'
import { dialogOnDemand } from '../../ui/dialog-on-demand.tsx'

const EditProjectPanel = dialogOnDemand(() => import('./EditProjectPanel.tsx'))

export function EditProject({ project }: { project: projects.Project }) {
  const editing = useOpen('edit-project')
  return (
    <>
      <Button onClick={() => editing.open()}>Edit Project</Button>
      {editing.isOpen && <EditProjectPanel project={project} onClose={editing.close} />}
    </>
  )
}
