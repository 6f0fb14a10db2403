import type { search } from '@portico/contract'
import type { ReactNode } from 'react'
import type { To } from 'react-router'

/** One line of the palette. It leads somewhere or does something. */
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
