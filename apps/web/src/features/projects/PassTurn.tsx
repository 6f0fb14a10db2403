import type { projects } from '@portico/contract'
import { isPreview, useLooksOnly } from '../../app/session.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'

const PassTurnDialog = lazyDialog(() => import('./PassTurnDialog.tsx'))

interface Props {
  project: projects.Project
  /** The other side. */
  to: projects.Side
  name: string
  label?: string
  look?: 'primary' | 'secondary'
}

export function PassTurn({ label, look, ...props }: Props) {
  const { project, to, name } = props
  const dialog = useRestorableOpen('pass-turn')
  if (useLooksOnly()) return null
  return (
    <DisabledInPreview>
      <Button size="sm" look={look} className="btn--wraps" onClick={() => dialog.open()}>
        {label ?? (project.turn === to ? `Remind ${name}` : `Hand over to ${name}`)}
      </Button>
      {dialog.isOpen && !isPreview() && <PassTurnDialog {...props} onClose={dialog.close} />}
    </DisabledInPreview>
  )
}
