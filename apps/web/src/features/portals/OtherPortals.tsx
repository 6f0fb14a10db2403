import { paths, portals } from '@portico/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { endSession } from '../../app/session.ts'
import { storedClientEnding, storedMyFreelancer } from '../../app/stored.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { PortalName } from './PortalName.tsx'
import { portalPath } from './portals.queries.ts'
import './portals.css'

/** After logging out of one portal: of which, and the others, which are still signed in. `left` is the name of its freelancer. */
export function OtherPortals({ left }: { left: string | undefined }) {
  const [listed, setListed] = useState<portals.ListedPortal[]>()
  const [error, setError] = useState<ApiError>()
  const read = useEffectEvent(async () => {
    setError(undefined)
    try {
      setListed((await call(portals.list)).portals)
    } catch (reason) {
      setError(reason as ApiError)
    }
  })
  useEffect(() => void read(), [])
  const { submit, busy, failure } = useSubmit(async (_: undefined) => {
    await call(portals.leaveAll)
    storedMyFreelancer.remove()
    endSession('client', paths.clientLogin)
  })
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>{left ? `You are logged out of ${left}.` : 'You are logged out of this portal.'}</h1>
      <p>You are still signed in here to:</p>
      {error ? (
        <LoadFailed title="Your other portals did not load" error={error} onRetry={read} />
      ) : (
        <ul className="rows other-portals">
          {listed?.map((portal) => (
            <li key={portal.clientId}>
              <a href={portalPath(portal.clientId)} onClick={() => storedClientEnding.remove()}>
                <PortalName portal={portal} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {!listed && !error && (
        <Loading says="Loading your other portals...">
          <SkeletonRows count={1} />
        </Loading>
      )}
      {failure && <p role="alert">{failureMessage(failure).filter(Boolean).join(' ')}</p>}
      <div className="actions">
        <Button busy={busy} busyLabel="Logging out..." onClick={() => submit(undefined)}>
          Log out of all
        </Button>
      </div>
    </>
  )
}
