import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Area } from '../../app/session.ts'
import { PaletteDialog } from './PaletteDialog.tsx'
import type { PaletteListProps } from './PaletteList.tsx'
import { useRecordRecentItem } from './recent-items.ts'
import { isShortcut } from './shortcut.ts'

/** They keep the focus, and what is typed into them. */
const MODAL = '[role="dialog"]:not([popover]), [role="alertdialog"], [role="menu"]'

/** Shows a panel over the page, as an action of the palette opens it. */
export type ShowPanel = (render: (close: () => void) => ReactNode) => void

interface Props {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  /** What it begins with; undefined while it is closed. */
  text: string | undefined
  /** What is found and what can be done. Its code is loaded when the palette is first opened. */
  list: ComponentType<PaletteListProps>
  onChange: (text: string | undefined) => void
}

/** The search over any page of an area, opened by the top bar or by Ctrl K, and the panels that its actions open. */
export function SearchPalette({ area, ownerId, text, list, onChange }: Props) {
  const [panel, setPanel] = useState<ReactNode>()
  useRecordRecentItem(area, ownerId)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    // The browser would move the focus to its own search.
    event.preventDefault()
    if (event.repeat) return
    if (text !== undefined) onChange(undefined)
    else if (!document.querySelector(MODAL)) onChange('')
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      {text !== undefined && (
        <PaletteDialog
          area={area}
          ownerId={ownerId}
          initialText={text}
          list={list}
          onPanel={(render) => setPanel(render(() => setPanel(undefined)))}
          onClose={() => onChange(undefined)}
        />
      )}
      {panel}
    </>
  )
}
