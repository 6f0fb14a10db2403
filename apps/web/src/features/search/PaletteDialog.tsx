import {
  type ComponentType,
  type KeyboardEvent,
  type SubmitEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import type { Area } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import type { PaletteListProps } from './PaletteList.tsx'
import type { ShowPanel } from './SearchPalette.tsx'
import { searchPath } from './search-path.ts'
import './palette.css'

interface Props {
  area: Area
  /** Undefined in a preview, which remembers nothing. */
  ownerId: string | undefined
  initialText: string
  list: ComponentType<PaletteListProps>
  onPanel: ShowPanel
  onClose: () => void
}

/**
 * The field is there at once, so that no letter is lost or taken for a shortcut of the page while the list is loading. The
 * focus stays in it: what Enter would open is its `aria-activedescendant`.
 */
export function PaletteDialog({ area, ownerId, initialText, list: List, onPanel, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const [text, setText] = useState(initialText)
  const [activeId, setActiveId] = useState<string>()
  const pressInList = useRef<(event: KeyboardEvent) => void>(() => {})
  const navigate = useNavigate()
  useCloseOnBack(onClose)
  useLayoutEffect(() => {
    // One would cover it, and gives the focus back to its button.
    for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.hidePopover?.()
    const opener = document.activeElement
    field.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // For nothing else than this.
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Tab') {
      // The focus stays inside. Cancel is there on phones only.
      event.preventDefault()
      const isInField = document.activeElement === field.current
      if (isInField && cancel.current?.offsetParent) cancel.current.focus()
      else field.current?.focus()
    } else if (event.target === field.current) pressInList.current(event)
  }
  function showEverything(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onClose()
    navigate(searchPath(area, text.trim()))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div className="scrim" onMouseDown={(event) => event.preventDefault()} onClick={onClose} />
      <div
        className="palette"
        role="dialog"
        aria-modal="true"
        aria-label="Search"
        onKeyDown={press}
        // A press on anything else leaves the focus in the field.
        onMouseDown={(event) => event.target === field.current || event.preventDefault()}
      >
        <form className="palette__head" onSubmit={showEverything}>
          <label className="search">
            <span className="vh">Search</span>
            <Icon name="search" small />
            <input
              ref={field}
              className="input"
              role="combobox"
              aria-expanded={activeId !== undefined}
              aria-controls={listId}
              aria-activedescendant={activeId}
              aria-autocomplete="list"
              placeholder="Search, or say what to do"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <Button ref={cancel} look="quiet" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </form>
        <List
          area={area}
          ownerId={ownerId}
          text={text.trim()}
          id={listId}
          pressInList={pressInList}
          onActive={setActiveId}
          onPanel={onPanel}
          onClose={onClose}
        />
        <footer aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>
          <span>
            <kbd>↵</kbd> open
          </span>
          <span>
            <kbd>esc</kbd> close
          </span>
        </footer>
      </div>
    </>
  )
}
