import type { ReactNode } from 'react'
import { Brand } from '../ui/Brand.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const Panel = lazyDialog(async () => ({ default: (await import('../ui/Panel.tsx')).Panel }))

interface Props {
  home: string
  onClose: () => void
  children: ReactNode
}

export function MenuDrawer({ home, onClose, children }: Props) {
  return (
    <Panel kind="menu-left" label="Menu" heading={<Brand to={home} />} onClose={onClose}>
      {children}
    </Panel>
  )
}
