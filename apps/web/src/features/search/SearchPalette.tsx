import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Area } from '../../app/session.ts'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { PaletteBackdrop } from './PaletteBackdrop.tsx'
import type { PaletteProps } from './palette-props.ts'
import { RecordRecentItem } from './RecordRecentItem.tsx'
import { isShortcut } from './shortcut.ts'

/** The palette does not open over these, because they keep the focus and typed text. */
const MODAL = '[role="dialog"]:not([popover]), [role="alertdialog"], [role="menu"]'

interface Props {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  /** The initial text; undefined while it is closed. */
  text: string | undefined
  /** Its code is loaded when it is first opened. */
  palette: ComponentType<PaletteProps>
  onChange: (text: string | undefined) => void
}

/** The search over any page of an area, opened by the top bar or by Ctrl K, and the panels that its actions open. */
export function SearchPalette({ area, ownerId, text, palette: Palette, onChange }: Props) {
  const [panel, setPanel] = useState<ReactNode>()
  const close = () => onChange(undefined)
  useCloseOnBack(close, text !== undefined)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    // The browser would move the focus to its own search.
    event.preventDefault()
    if (event.repeat) return
    if (text !== undefined) close()
    else if (!document.querySelector(MODAL)) onChange('')
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      {ownerId !== undefined && <RecordRecentItem area={area} ownerId={ownerId} />}
      {text !== undefined && (
        <div>
          <PaletteBackdrop onClose={close} />
          <Palette
            area={area}
            ownerId={ownerId}
            text={text}
            onType={onChange}
            onPanel={(render) => setPanel(render(() => setPanel(undefined)))}
            onClose={close}
          />
        </div>
      )}
      {panel}
    </>
  )
}
