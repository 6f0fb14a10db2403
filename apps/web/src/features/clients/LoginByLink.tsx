import { clients, paths, portals } from '@portico/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { takeDestination } from '../../app/destination.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { clearMailedLink, mailedDestination } from '../../app/mailed-link.ts'
import { endPreviewOfTab, startClientSession, storedClientSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { FailureDrawing } from '../../ui/FailureDrawing.tsx'
import { AddPortal } from '../portals/AddPortal.tsx'

interface Props {
  /** Undefined in prerendered HTML. */
  token: string | undefined
  onRefused: (sentence: string) => void
}

const SUCCESS_SHOWN_MS = 400

/** Before another person's portal is added, the client is asked. */
interface Question {
  current: portals.Portal | undefined
  added: portals.Portal
}

/** Exchanges the link for a session, beside those of the other portals in this browser. */
export function LoginByLink({ token, onRefused }: Props) {
  const [step, setStep] = useState<'entering' | 'entered' | Question | ApiError>('entering')
  const [attempt, setAttempt] = useState(1)
  const [isAdding, setAdding] = useState(false)
  /** The token of the exchange, kept for a retry of what comes after it. */
  const exchanged = useRef<string>(undefined)
  const navigate = useNavigate()

  const enter = useEffectEvent(async (link: string, signal: AbortSignal) => {
    try {
      endPreviewOfTab()
      const listed = storedClientSession() && (await readPortals(signal))
      if (listed && !isAdding) {
        const { portal: added } = await call(portals.ofLink, { body: { token: link } }, { signal })
        const isKnown = listed.some(({ clientId }) => clientId === added.clientId)
        if (!isKnown) return setStep({ current: listed.find(({ current }) => current), added })
      }
      exchanged.current ??= await exchange(link, signal)
      const { current } = exchanged
      await oneTabAtATime(async () => startClientSession(listed ? await join(current, signal) : current))
      setStep('entered')
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      if (error.status === 400 || error.status === 401) onRefused(error.message || 'Client login failed.')
      else setStep(error)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry runs the effect again
  useEffect(() => {
    if (token === undefined) return
    const leaving = new AbortController()
    enter(token, leaving.signal)
    return () => leaving.abort()
  }, [token, attempt])

  useEffect(() => {
    if (step !== 'entered') return
    const timer = setTimeout(
      () => navigate(mailedDestination() ?? takeDestination('client'), { replace: true }),
      SUCCESS_SHOWN_MS,
    )
    return () => {
      clearTimeout(timer)
      // Not before the page is gone: without a link it would lead to the first page.
      clearMailedLink()
    }
  }, [step, navigate])

  if (typeof step === 'object' && 'added' in step) {
    return (
      <AddPortal
        {...step}
        busy={isAdding}
        onAdd={() => {
          setAdding(true)
          setAttempt(attempt + 1)
        }}
        onStay={() => {
          clearMailedLink()
          navigate(paths.client.home, { replace: true })
        }}
      />
    )
  }
  if (step instanceof ApiError) {
    const [title, detail] = failureMessage(step, { failure: 'Client login failed.' })
    return (
      <div role="alert">
        <FailureDrawing />
        <h1 tabIndex={-1}>{title}</h1>
        <p>{detail} Your link still works.</p>
        <div className="actions">
          <Button
            look="primary"
            onClick={() => {
              setStep('entering')
              setAttempt(attempt + 1)
            }}
          >
            <CoreIcon name="retry" small />
            Retry
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <Drawing name={step === 'entered' ? 'open' : 'door'} />
      <div role="status">
        <h1 tabIndex={-1}>{step === 'entered' ? 'Login successful. Redirecting...' : 'Logging in...'}</h1>
      </div>
    </>
  )
}

/** Undefined when the session in this browser has ended. */
async function readPortals(signal: AbortSignal) {
  try {
    return (await call(portals.list, undefined, storedCall(signal))).portals
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}

async function exchange(token: string, signal: AbortSignal) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (await call(clients.enter, { querystring: { token, timeZone } }, { signal })).token
}

/** Each tab joins the portals that the one before has stored. Without TLS a browser has no locks. */
function oneTabAtATime(run: () => Promise<void>) {
  return navigator.locks ? navigator.locks.request('portico.portals', run) : run()
}

/** Another tab may have added a portal since this one was opened: its session is the one that is stored. */
function storedCall(signal: AbortSignal) {
  const token = storedClientSession()?.token
  return { signal, ...(token !== undefined && { token }) }
}

/** The token of the link as it is where the session in this browser has ended meanwhile. */
async function join(token: string, signal: AbortSignal) {
  try {
    return (await call(portals.join, { body: { token } }, storedCall(signal))).token
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return token
    throw error
  }
}
