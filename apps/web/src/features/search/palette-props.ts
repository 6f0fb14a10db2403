import type { ReactNode } from 'react'
import type { Area } from '../../app/session.ts'

export interface PaletteProps {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  /** What it begins with. */
  text: string
  /** What is typed while its code is loading. */
  onType: (text: string) => void
  onPanel: ShowPanel
  onClose: () => void
}

/** Shows a panel over the page, as an action of the palette opens it. */
export type ShowPanel = (render: (close: () => void) => ReactNode) => void
