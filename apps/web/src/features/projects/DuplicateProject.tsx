import type { projects } from '@portico/contract'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const DuplicateProjectPanel = lazyDialog(() => import('./DuplicateProjectPanel.tsx'))

export function DuplicateProjectButton({ project }: { project: projects.Project }) {
  const duplicating = useRestorableOpen('duplicate-project')
  return (
    <>
      <Button look="quiet" onClick={() => duplicating.open()}>
        <Icon name="copy" small />
        Duplicate Project
      </Button>
      {duplicating.isOpen && <DuplicateProjectPanel project={project} onClose={duplicating.close} />}
    </>
  )
}
