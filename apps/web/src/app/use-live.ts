import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runWhenIdle } from './run-when-idle.ts'
import type { Area } from './session.ts'

/** Some browsers send no `online` event. */
const RETRY_DELAY_MS = 30_000

/** Starts live updates when the browser is idle, because the page has more urgent things to load. */
export function useLive(area: Area, client: QueryClient, on: boolean) {
  useEffect(() => {
    if (!on) return
    let left = false
    let stop: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined

    async function start() {
      try {
        const { startLiveUpdates: live } = await import('./live.ts')
        if (!left) stop = live(area, client)
      } catch {
        // The code could not be loaded without a network.
        if (!left) waitForNetwork()
      }
    }

    function waitForNetwork() {
      timer = setTimeout(retry, RETRY_DELAY_MS)
      window.addEventListener('online', retry)
    }

    function retry() {
      stopWaiting()
      start()
    }

    function stopWaiting() {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
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
