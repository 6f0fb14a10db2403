import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Page } from './api.ts'

/**
 * The rest of a list while the page is printed: what is loaded but not shown, and what is not loaded. `readPage` is synchronous,
 * because a browser that is about to print waits for nothing else.
 */
export function useRestForPrint<T>(
  cursor: string | undefined,
  readPage: (cursor: string) => Page<T[]> | undefined,
  notShown: T[] = [],
) {
  const [rest, setRest] = useState<T[]>([])

  const begin = useEffectEvent(() => {
    if (rest.length > 0) return
    const items = [...notShown]
    for (let next = cursor; next !== undefined; ) {
      const page = readPage(next)
      items.push(...(page?.items ?? []))
      next = page?.cursor
    }
    flushSync(() => setRest(items))
  })

  useEffect(() => {
    const end = () => setRest([])
    // Browsers that announce no printing still change the media.
    const media = window.matchMedia?.('print')
    const onMediaChange = () => (media.matches ? begin() : end())
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeprint', begin, { signal })
    window.addEventListener('afterprint', end, { signal })
    media?.addEventListener('change', onMediaChange, { signal })
    return () => listening.abort()
  }, [])

  return rest
}
