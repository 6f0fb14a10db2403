import type { search } from '@portico/contract'
import type { ReactNode } from 'react'
import type { To } from 'react-router'

/** One row of the palette: a link or an action. */
export interface PaletteOption {
  key: string
  icon: ReactNode
  label: search.ExcerptPart[]
  /** Read by screen readers in place of the icon. */
  kind?: string | undefined
  note?: string | undefined
  to?: To
  run?: () => void
}

export interface PaletteGroup {
  label: string
  options: PaletteOption[]
}
