import { members, paths } from '@portico/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { type Session, startFreelancerSession } from '../../app/session.ts'
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

type Listed = Awaited<ReturnType<typeof call<typeof members.workspaces>>>

/** Over a page whose tab belongs to another workspace than the one that another tab has opened. Nothing on it is lost. */
export default function WorkspaceMoved({ session, movedTo }: Props) {
  const [listed, setListed] = useState<Listed>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const back = useRef<HTMLButtonElement>(null)
  const nameOf = (of: Session) => listed?.find(({ id }) => id === of.workspaceId)?.name
  const [own, other] = [nameOf(session), nameOf(movedTo)]

  const readWorkspaces = useEffectEvent(async (token: string, signal: AbortSignal) => {
    try {
      setListed(await call(members.workspaces, undefined, { token, signal }))
    } catch (error) {
      // Without the names the dialog says the same.
      if (!signal.aborted) console.warn('The workspaces could not be read', error)
    }
  })
  useEffect(() => {
    const leaving = new AbortController()
    readWorkspaces(movedTo.token, leaving.signal)
    return () => leaving.abort()
  }, [movedTo.token])

  async function stay() {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { workspaceId: session.workspaceId ?? session.id }
      const { token, user } = await call(members.switchTo, { body }, { token: movedTo.token })
      startFreelancerSession(token, user)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(failureMessage(error).filter(Boolean).join(' '))
      setBusy(false)
    }
  }
  return (
    <Dialog
      alert
      title="You are in another workspace now"
      hasDetails
      description={
        <>
          <p>
            In another tab you went on to <bdi>{other ?? 'another workspace'}</bdi>. This page belongs to{' '}
            <bdi>{own ?? 'the previous one'}</bdi>, and what you typed here is kept.
          </p>
          {problem && <p role="alert">{problem}</p>}
        </>
      }
      initialFocus={back}
    >
      <div className="actions">
        <Button ref={back} busy={busy} onClick={stay}>
          Stay with this page
        </Button>
        <a className="btn btn--secondary" href={paths.freelancer.home}>
          Go to the other workspace
        </a>
      </div>
    </Dialog>
  )
}
