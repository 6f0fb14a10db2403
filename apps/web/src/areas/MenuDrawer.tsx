import type { ReactNode } from 'react'
import { Brand } from '../ui/Brand.tsx'
import { dialogOnDemand } from '../ui/dialog-on-demand.tsx'

const Panel = dialogOnDemand(async () => ({ default: (await import('../ui/Panel.tsx')).Panel }))

interface Props {
  home: string
  onClose: () => void
  children: ReactNode
}

/** The navigation of a phone; its code comes when it is first opened. */
export function MenuDrawer({ home, onClose, children }: Props) {
  return (
    <Panel kind="menu-left" label="Menu" heading={<Brand to={home} />} onClose={onClose}>
      {children}
    </Panel>
  )
}
