import { useEffect, useRef } from 'react'
import { focusNewNote, NEW_NOTE_ID } from '../notes/notes-on-screen.ts'

/**
 * Another version or a comparison replaces the contents. Focus inside them then moves to the new note, or to the
 * title.
 */
export function useFocusOnVersion(fileId: string, isComparing: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const isWriting = useRef(false)
  const shown = useRef({ fileId, isComparing })
  useEffect(() => {
    const watch = () => {
      isWriting.current = document.activeElement?.id === NEW_NOTE_ID
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [])
  useEffect(() => {
    const before = shown.current
    if (before.fileId === fileId && before.isComparing === isComparing) return
    shown.current = { fileId, isComparing }
    if (before.fileId !== fileId && isWriting.current) focusNewNote()
    if (document.activeElement === document.body) title.current?.focus()
  }, [fileId, isComparing])
  return title
}
