import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockStorage, toasts } from '../../test/fixtures.tsx'
import { currentToasts } from '../ui/toast.ts'
import { findMissingCodeError, handleMissingCode, reportReload } from './missing-code.ts'

const reload = vi.fn()
const close = vi.fn()

/** The server has other scripts than this page by now. */
function deploy() {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
}

beforeEach(() => {
  vi.clearAllMocks()
  window.history.pushState(null, '', '/projects')
  window.__reactRouterManifest = { url: '/assets/manifest-1.js' }
})
afterEach(() => {
  delete window.__reactRouterManifest
})

test.for([
  [404, 'PAGE_OUTDATED', /updated since this page was opened/],
  [200, 'CODE_NOT_LOADED', /did not load/],
  [502, 'UNREACHABLE', /^$/],
  [0, 'UNREACHABLE', /^$/],
] as const)('tells by %d why code is missing: %s', async ([status, code, message]) => {
  const answer = status ? Promise.resolve(new Response(null, { status })) : Promise.reject(new TypeError())
  vi.stubGlobal('fetch', () => answer)

  const error = await findMissingCodeError()

  expect(error.code).toBe(code)
  expect(error.message).toMatch(message)
})

test('reloads a page of an earlier release once, and says so afterwards', async () => {
  deploy()
  await handleMissingCode(close, reload)
  expect(reload).toHaveBeenCalledOnce()

  // The same release came again.
  reportReload()
  await handleMissingCode(close, reload)
  expect(reload).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
  expect(toasts()).toMatchObject([
    { title: 'Portico has been updated', detail: expect.stringContaining('Then reload this page') },
  ])

  window.__reactRouterManifest = { url: '/assets/manifest-2.js' }
  reportReload()
  expect(toasts().at(-1)).toMatchObject({ detail: expect.stringContaining('was reloaded') })
  reportReload()
  expect(toasts()).toHaveLength(2)
})

test('reloads at most once a minute, while the servers are of two releases', async () => {
  deploy()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  await handleMissingCode(close, reload)
  for (const release of [2, 1, 2]) {
    window.__reactRouterManifest = { url: `/assets/manifest-${release}.js` }
    reportReload()
    await handleMissingCode(close, reload)
  }
  expect(reload).toHaveBeenCalledOnce()

  vi.setSystemTime(now + 61_000)
  await handleMissingCode(close, reload)
  expect(reload).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('asks before it reloads a page on which somebody has typed, uploads, or is signed in without storage', async () => {
  deploy()
  window.dispatchEvent(new Event('input'))
  await handleMissingCode(close, reload)

  window.history.pushState(null, '', '/clients')
  const uploads = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', uploads)
  await handleMissingCode(close, reload)
  window.removeEventListener('beforeunload', uploads)

  blockStorage()
  await handleMissingCode(close, reload)

  expect(reload).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalledTimes(3)
  expect(toasts()).toMatchObject(Array(3).fill({ title: 'Portico has been updated' }))
  currentToasts()[0]?.action?.run()
  expect(reload).toHaveBeenCalledOnce()
})

test('never says that the server was not reached when it was', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  await handleMissingCode(close, reload)
  expect(toasts()).toMatchObject([
    { title: 'This could not be opened', detail: expect.stringContaining('Please try again') },
  ])

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))
  await handleMissingCode(close, reload)
  expect(toasts().at(-1)).toMatchObject({ detail: 'We could not reach the server.' })
})
