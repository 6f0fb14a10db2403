import type { ReactNode } from 'react'
import type { Area } from '../../app/session.ts'

export interface PaletteProps {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  /** The initial text. */
  text: string
  /** The text that is typed while its code is loading. */
  onType: (text: string) => void
  onPanel: ShowPanel
  onClose: () => void
}

/** Opens a panel over the page; called by actions of the palette. */
export type ShowPanel = (render: (close: () => void) => ReactNode) => void
