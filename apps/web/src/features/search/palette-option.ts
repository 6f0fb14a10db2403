import type { search } from '@portico/contract'
import type { ReactNode } from 'react'
import type { To } from 'react-router'

/** One line of the palette. It leads somewhere or does something. */
export interface PaletteOption {
  key: string
  icon: ReactNode
  label: search.ExcerptPart[]
  /** What kind of thing it is, which the icon says to those who see it. */
  kind?: string | undefined
  note?: string | undefined
  to?: To
  run?: () => void
}

export interface PaletteGroup {
  label: string
  options: PaletteOption[]
}
