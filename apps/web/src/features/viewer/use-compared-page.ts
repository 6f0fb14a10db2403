import { useEffect, useState } from 'react'
import type { ListedFile } from '../files/files.queries.ts'
import { type Comparable, type ComparablePage, openComparable } from './comparable.tsx'

export interface ComparedSide {
  /** Undefined until the file has been opened. */
  pages: number | undefined
  omission: string | undefined
  /** Undefined until it has loaded; null when the file has fewer pages. */
  page: ComparablePage | null | undefined
  hasFailed: boolean
}

export function useComparedPage(file: ListedFile, number: number): ComparedSide {
  const [opened, setOpened] = useState<Comparable>()
  const [loaded, setLoaded] = useState<{ number: number; page: ComparablePage | null }>()
  const [hasFailed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: its links change when the list is read again
  useEffect(() => {
    const stop = new AbortController()
    const fail = () => stop.signal.aborted || setFailed(true)
    openComparable(file, stop.signal, fail).then(
      (comparable) => (stop.signal.aborted ? comparable.close() : setOpened(comparable)),
      fail,
    )
    return () => {
      stop.abort()
      setOpened(undefined)
      setLoaded(undefined)
      setFailed(false)
    }
  }, [file.id])

  useEffect(() => {
    if (!opened) return
    let isLeft = false
    const page = number > opened.pages ? Promise.resolve(null) : opened.openPage(number)
    page.then(
      (found) => isLeft || setLoaded({ number, page: found }),
      () => isLeft || setFailed(true),
    )
    return () => {
      isLeft = true
    }
  }, [opened, number])

  const page = loaded?.number === number ? loaded.page : undefined
  return { pages: opened?.pages, omission: opened?.omission, page, hasFailed }
}
