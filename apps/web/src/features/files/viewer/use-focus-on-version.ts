import { useEffect, useRef } from 'react'
import { focusNewNote, NEW_NOTE_ID } from '../../notes/notes-on-screen.ts'

/** Showing another version replaces what is beside it. Focus that was in there goes to the new note, or to the title. */
export function useFocusOnVersion(fileId: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const isWriting = useRef(false)
  const shown = useRef(fileId)
  useEffect(() => {
    const watch = () => {
      isWriting.current = document.activeElement?.id === NEW_NOTE_ID
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [])
  useEffect(() => {
    if (shown.current === fileId) return
    shown.current = fileId
    if (isWriting.current) focusNewNote()
    if (document.activeElement === document.body) title.current?.focus()
  }, [fileId])
  return title
}
