import { paths, portals } from '@portico/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { type Session, startClientSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  /** Of this tab. */
  session: Session
  /** Of the tab that has gone on. */
  movedTo: Session
  /** Its code could not be loaded. */
  onClose: () => void
}

/** Over a page whose tab belongs to another portal than the one that another tab has opened. Nothing on it is lost. */
export default function PortalMoved({ session, movedTo }: Props) {
  const [listed, setListed] = useState<portals.ListedPortal[]>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const back = useRef<HTMLButtonElement>(null)
  const nameOf = (id: string) => listed?.find(({ clientId }) => clientId === id)?.freelancer.name
  const [own, other] = [nameOf(session.id), nameOf(movedTo.id)]
  const isClosed = listed !== undefined && own === undefined

  const readPortals = useEffectEvent(async (token: string, signal: AbortSignal) => {
    try {
      setListed((await call(portals.list, undefined, { token, signal })).portals)
    } catch (error) {
      // Without the names the dialog says the same.
      if (!signal.aborted) console.warn('The portals could not be read', error)
    }
  })
  useEffect(() => {
    const leaving = new AbortController()
    readPortals(movedTo.token, leaving.signal)
    return () => leaving.abort()
  }, [movedTo.token])

  async function stay() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { token } = await call(
        portals.enter,
        { params: { clientId: session.id } },
        { token: movedTo.token },
      )
      startClientSession(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(failureMessage(error).filter(Boolean).join(' '))
      setBusy(false)
    }
  }
  return (
    <Dialog
      alert
      title="You are in another portal now"
      hasDetails
      description={
        <>
          <p>
            In another tab you went on to <bdi>{other ?? 'another portal'}</bdi>.{' '}
            {isClosed
              ? 'The portal of this page is not signed in any more. Copy what you still need from it.'
              : 'This page belongs to '}
            {!isClosed && <bdi>{own ?? 'the previous portal'}</bdi>}
            {!isClosed && ', and what you typed here is kept.'}
          </p>
          {problem && <p role="alert">{problem}</p>}
        </>
      }
      initialFocus={back}
    >
      <div className="actions">
        {!isClosed && (
          <Button ref={back} busy={busy} onClick={stay}>
            Stay with this page
          </Button>
        )}
        <a className="btn btn--secondary" href={paths.client.home}>
          Go to the other portal
        </a>
      </div>
    </Dialog>
  )
}
