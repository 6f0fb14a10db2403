import { useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { SHORTCUT, shortcutText } from './shortcut.ts'
import '../../ui/Field.css'

/** The field in the top bar. It opens the palette, which takes over the typed text. */
export function TopbarSearch({ onOpen }: { onOpen: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)

  function open() {
    if (!field.current) return
    const text = field.current.value
    field.current.value = ''
    onOpen(text)
  }
  return (
    <search className="search">
      <Icon name="search" small />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUT}
        placeholder="Search"
        autoComplete="off"
        maxLength={200}
        onClick={open}
        onKeyDown={({ key }) => (key === 'Enter' || key === 'ArrowDown') && open()}
        // Moving the focus would end an input method's composition.
        onChange={({ nativeEvent }) => (nativeEvent as InputEvent).isComposing || open()}
        onCompositionEnd={open}
      />
      <kbd>{shortcutText}</kbd>
    </search>
  )
}
