import { clients } from '@portico/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { takeDestination } from '../../app/destination.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { clearMailedLink, mailedDestination } from '../../app/mailed-link.ts'
import { startClientSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { FailureDrawing } from '../../ui/FailureDrawing.tsx'

interface Props {
  /** Undefined in prerendered HTML. */
  token: string | undefined
  onRefused: (sentence: string) => void
}

const SUCCESS_SHOWN_MS = 400

/** Exchanges the link for a session, which replaces that of another client in this browser. */
export function LoginByLink({ token, onRefused }: Props) {
  const [step, setStep] = useState<'entering' | 'entered' | ApiError>('entering')
  const [attempt, setAttempt] = useState(1)
  const navigate = useNavigate()

  const enter = useEffectEvent(async (link: string, signal: AbortSignal) => {
    try {
      const session = await call(
        clients.enter,
        { querystring: { token: link, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
        { signal },
      )
      startClientSession(session.token)
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
