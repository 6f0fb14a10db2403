import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { reloadSession } from '../src/app/session.ts'
import { forgetTypedEmail } from '../src/app/typed-email.ts'
import { currentToasts, dismissToast } from '../src/ui/toast.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
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

afterEach(() => {
  cleanup()
  forgetTypedEmail()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
