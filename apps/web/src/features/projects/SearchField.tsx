import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/Field.css'

const SEARCH_DELAY_MS = 250

interface Props {
  value: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ value, onSearch }: Props) {
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
    <search className="search filters__search">
      <Icon name="search" small />
      <input
        className="input"
        type="search"
        aria-label="Search by title"
        placeholder="Search by title"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && searchNow()}
      />
    </search>
  )
}
