import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { localStore, sessionStore } from '../src/app/browser-storage.ts'
import { reloadSession } from '../src/app/session.ts'
import { forgetTypedEmail } from '../src/app/typed-email.ts'
import { currentToasts, dismissToast } from '../src/ui/toast.ts'
import { stubIntersectionObserver } from './intersection-observer.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 50_000 })

/** jsdom lays nothing out, so no size ever changes. */
class StillResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', StillResizeObserver)
  stubIntersectionObserver(true)
  for (const store of [localStore, sessionStore]) store.keys().forEach(store.remove)
  reloadSession('freelancer')
  reloadSession('client')
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...messages) => {
      // jsdom does not know <search> yet; every browser does.
      if (messages[1] === 'search' && String(messages[0]).includes('is unrecognized in this browser')) return
      expect.fail(`console.${method}: ${messages.map(String).join(' ')}`)
    })
  }
})

// A timer that is pending when the last test of a file ends would run without a DOM, and fail the whole run.
const timers = new Set<ReturnType<typeof setTimeout>>()
const startTimeout = globalThis.setTimeout
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = startTimeout(...args)
  timers.add(timer)
  return timer
}, startTimeout)
afterAll(() => timers.forEach(clearTimeout))

afterEach(() => {
  cleanup()
  forgetTypedEmail()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
