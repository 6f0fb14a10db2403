import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { focusAtEnd } from './focus-at-end.ts'
import type { PaletteProps } from './palette-props.ts'
import './palette.css'

/** Rendered at once, so that while the palette is loading no letter is lost or taken for a shortcut of the page. */
export function PalettePlaceholder({ text, onType, onClose }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => focusAtEnd(field.current), [])
  return (
    <div className="palette" role="dialog" aria-modal="true" aria-label="Search">
      <div className="palette__head">
        <span className="search">
          <Icon name="search" small />
          <input
            ref={field}
            className="input"
            aria-label="Search"
            placeholder="Search, or say what to do"
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
              if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault()
            }}
          />
        </span>
      </div>
    </div>
  )
}
