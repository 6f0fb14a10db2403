import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Area } from './session.ts'
import { whenIdle } from './when-idle.ts'

const AGAIN = 30_000

/** What the other side changes appears by itself, once the page has nothing more urgent to load. */
export function useLive(area: Area, client: QueryClient, on: boolean) {
  useEffect(() => {
    if (!on) return
    let left = false
    let stop: (() => void) | undefined

    async function start() {
      try {
        const { live } = await import('./live.ts')
        if (!left) stop = live(area, client)
      } catch {
        // Without the network: until it is back the page is as live as any other.
        if (!left) setTimeout(start, AGAIN)
      }
    }

    const giveUp = whenIdle(start)
    return () => {
      left = true
      giveUp()
      stop?.()
    }
  }, [area, client, on])
}
