import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runWhenIdle } from './run-when-idle.ts'
import type { Area } from './session.ts'

/** Where the browser does not say that the network is back, in milliseconds. */
const AGAIN = 30_000

/** What the other side changes appears by itself, once the page has nothing more urgent to load. */
export function useLive(area: Area, client: QueryClient, on: boolean) {
  useEffect(() => {
    if (!on) return
    let left = false
    let stop: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined

    async function start() {
      try {
        const { live } = await import('./live.ts')
        if (!left) stop = live(area, client)
      } catch {
        // Without the network: until it is back the page is as live as any other.
        if (!left) waitForNetwork()
      }
    }

    function waitForNetwork() {
      timer = setTimeout(startAgain, AGAIN)
      window.addEventListener('online', startAgain)
    }

    function startAgain() {
      stopWaiting()
      start()
    }

    function stopWaiting() {
      clearTimeout(timer)
      window.removeEventListener('online', startAgain)
    }

    const giveUp = runWhenIdle(start)
    return () => {
      left = true
      giveUp()
      stopWaiting()
      stop?.()
    }
  }, [area, client, on])
}
