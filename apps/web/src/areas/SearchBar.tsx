import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import '../ui/Field.css'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** Searches projects by title. ⌘K or Ctrl K moves the focus here. */
export function SearchBar() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    function focus(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(apple ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])

  return (
    <search className="topbar__find">
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          const title = input.current?.value.trim()
          navigate(title ? `/projects?${new URLSearchParams({ search: title })}` : '/projects')
        }}
      >
        <Icon name="search" small />
        <input
          ref={input}
          className="input"
          type="search"
          aria-label="Search projects"
          placeholder="Search"
        />
        <kbd>{apple ? '⌘K' : 'Ctrl K'}</kbd>
      </form>
    </search>
  )
}
