import { plural } from '@portico/contract'
import { useEffect, useState } from 'react'

/** By draft, so that they survive leaving the page. A reload loses them, and asks before. */
const attached = new Map<string, readonly File[]>()

/** The files that are chosen for the next message of a conversation. */
export function useAttachedFiles(draftName: string) {
  const [files, setFiles] = useState(attached.get(draftName) ?? [])

  useEffect(() => {
    if (files.length === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [files])

  return {
    files,
    change(changed: readonly File[]) {
      if (changed.length > 0) attached.set(draftName, changed)
      else attached.delete(draftName)
      setFiles(changed)
    },
  }
}

/** The browser forgets chosen files with the page, but not their names. */
export function forgottenText(names: readonly string[]) {
  if (names.length === 0) return undefined
  return names.length === 1
    ? `${names[0]} is no longer attached. Choose it again.`
    : `${plural(names.length, 'file')} are no longer attached. Choose them again.`
}
