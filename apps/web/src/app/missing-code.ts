import { toast } from '../ui/toast.ts'
import { ApiError } from './api.ts'
import { isFreeToLeave } from './is-free-to-leave.ts'
import { areaOnScreen, currentSession } from './session.ts'
import { isSessionInMemory, storedReload, storeReload } from './stored.ts'
import { saveOpenPanels } from './use-restorable-open.ts'

declare global {
  interface Window {
    /** React Router's list of pages and their scripts. Its address contains a hash of them, so each release has another. */
    __reactRouterManifest?: { url: string }
  }
}

/** The error to throw when code that a page loads later did not come: a release replaces the scripts of the last one. */
export async function findMissingCodeError() {
  const unreachable = new ApiError(0, { code: 'UNREACHABLE' })
  const release = releaseUrl()
  if (release === undefined) return unreachable
  try {
    // The browser would find it in its cache.
    const { ok, status } = await fetch(release, { method: 'HEAD', cache: 'no-store' })
    if (status === 404)
      return new ApiError(410, {
        code: 'PAGE_OUTDATED',
        message: 'Portico has been updated since this page was opened. Reload the page, and try again.',
      })
    return ok
      ? new ApiError(500, {
          code: 'CODE_NOT_LOADED',
          message: 'A part of this page did not load. Please try again.',
        })
      : unreachable
  } catch {
    return unreachable
  }
}

/**
 * Says why something could not be opened. A page of an earlier release is reloaded instead, once, and with its open panels,
 * unless something on it would be lost.
 */
export async function handleMissingCode(close: () => void, reload = () => window.location.reload()) {
  const { status, code, message } = await findMissingCodeError()
  if (code === 'PAGE_OUTDATED' && losesNothing() && storeReload(releaseUrl() ?? '')) {
    const state = currentSession(areaOnScreen())
    if (state.status === 'in') saveOpenPanels(state.session.ownerId)
    return reload()
  }
  if (code === 'PAGE_OUTDATED')
    toast.info('Portico has been updated', 'Save or copy what you have typed. Then reload this page.', {
      label: 'Reload',
      run: reload,
    })
  else toast.error('This could not be opened', status === 0 ? 'We could not reach the server.' : message)
  close()
}

/** After a reload that nobody asked for. */
export function reportReload() {
  const last = storedReload.read()
  if (!last || last.isReported || last.release === releaseUrl()) return
  // It stays stored, so that the page is not reloaded again soon.
  storedReload.write({ ...last, isReported: true })
  toast.info(
    'Portico has been updated',
    'This page was reloaded for it. If nothing has opened, please try again.',
  )
}

const releaseUrl = () => window.__reactRouterManifest?.url

/** The path on which somebody has typed last. */
let typedOn: string | undefined

function rememberTyping() {
  typedOn = window.location.pathname
}

if (typeof window !== 'undefined') window.addEventListener('input', rememberTyping, true)

function losesNothing() {
  return isFreeToLeave() && typedOn !== window.location.pathname && !isSessionInMemory(areaOnScreen())
}
