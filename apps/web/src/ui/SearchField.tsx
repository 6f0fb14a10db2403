import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from './Icon.tsx'
import './Field.css'

const SEARCH_DELAY_MS = 250

interface Props {
  label: string
  placeholder?: string
  className?: string
  value: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ label, placeholder, className = '', value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [lastSearch, setLastSearch] = useState(value)
  const [lastValue, setLastValue] = useState(value)

  // The search was changed elsewhere: in the top bar, by going back, or by clearing the filters.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== lastSearch) {
      setText(value)
      setLastSearch(value)
    }
  }

  function searchNow() {
    setLastSearch(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent(searchNow)

  useEffect(() => {
    if (text.trim() === lastSearch) return
    const timer = setTimeout(() => search(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, lastSearch])

  return (
    <search className={`search ${className}`}>
      <Icon name="search" small />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && searchNow()}
      />
    </search>
  )
}
