import { type KeyboardEvent, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { focusAtEnd } from './focus-at-end.ts'
import { PaletteList } from './PaletteList.tsx'
import type { PaletteAction } from './palette-action.tsx'
import type { PaletteProps } from './palette-props.ts'
import { searchPath } from './search-path.ts'
import './palette.css'

type Props = PaletteProps & { actions: PaletteAction[] }

/** The focus stays in the field. `aria-activedescendant` names the option that Enter opens. */
export function PaletteDialog({ area, ownerId, text: initialText, actions, onPanel, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const [text, setText] = useState(initialText)
  const [activeId, setActiveId] = useState<string>()
  const pressInList = useRef<(event: KeyboardEvent) => void>(() => {})
  const navigate = useNavigate()
  useLayoutEffect(() => focusAtEnd(field.current), [])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // The key closes the palette only, not a dialog or popover below it.
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
    <div
      className="palette"
      role="dialog"
      aria-modal="true"
      aria-label="Search"
      onKeyDown={press}
      // A press on any other element leaves the focus in the field.
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
      <PaletteList
        area={area}
        ownerId={ownerId}
        text={text.trim()}
        actions={actions}
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
  )
}
