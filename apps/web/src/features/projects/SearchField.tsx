import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/Field.css'

const SEARCH_DELAY_MS = 250

interface Props {
  /** What is sought now. */
  sought: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ sought, onSearch }: Props) {
  const [text, setText] = useState(sought)
  const [asked, setAsked] = useState(sought)
  const [before, setBefore] = useState(sought)

  // Sought by other means than this field: the top bar, a way back, a cleared filter.
  if (sought !== before) {
    setBefore(sought)
    if (sought !== asked) {
      setText(sought)
      setAsked(sought)
    }
  }

  function searchNow() {
    setAsked(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent(searchNow)

  useEffect(() => {
    if (text.trim() === asked) return
    const timer = setTimeout(() => search(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, asked])

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
