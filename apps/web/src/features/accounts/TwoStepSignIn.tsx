import { factors } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDate, formatTimeAgo } from '../../ui/dates.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadFailed, Loading, Skeleton } from '../../ui/States.tsx'
import {
  makeRecoveryCodes,
  myFactors,
  removeApp,
  removePasskey,
  startApp,
  turnOff,
} from './factors.queries.ts'
import { isPasskeySupported } from './passkeys.ts'
import '../../ui/Rows.css'
import './factors.css'

const SetUpAppDialog = lazyDialog(() => import('./SetUpAppDialog.tsx'))
const AddPasskeyDialog = lazyDialog(() => import('./AddPasskeyDialog.tsx'))
const RecoveryCodesDialog = lazyDialog(() => import('./RecoveryCodesDialog.tsx'))

export function TwoStepSignIn() {
  const { data: mine, error, refetch } = useQuery(myFactors)
  const [codes, setCodes] = useState<string[]>()
  const [isTurningOff, setTurningOff] = useState(false)
  const start = useMutation(startApp)
  const renew = useMutation({ ...makeRecoveryCodes, onSuccess: (made) => setCodes(made.recoveryCodes) })
  const off = useMutation(turnOff)
  const remove = useMutation(removePasskey)
  const removeTheApp = useMutation(removeApp)
  const [isAdding, setAdding] = useState(false)

  if (!mine && error)
    return <LoadFailed title="Failed to load two-step sign-in" error={error} onRetry={refetch} />
  if (!mine) {
    return (
      <Loading says="Loading two-step sign-in...">
        <Skeleton />
      </Loading>
    )
  }
  const isOn = mine.app !== null || mine.passkeys.length > 0
  const ways = mine.passkeys.filter(({ worksHere }) => worksHere).length + (mine.app ? 1 : 0)
  return (
    <>
      {isOn ? (
        <ul className="rows ways" aria-label="Two-step sign-in">
          {mine.passkeys.map((passkey) => (
            <Way key={passkey.id} icon="key" name={`Passkey, ${passkey.name}`} about={passkeyText(passkey)}>
              {(ways > 1 || (ways === 1 && !passkey.worksHere)) && (
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={`Remove the passkey ${passkey.name}`}
                  busy={remove.isPending && remove.variables === passkey.id}
                  onClick={() => remove.mutate(passkey.id)}
                >
                  Remove
                </Button>
              )}
            </Way>
          ))}
          {mine.app && (
            <Way icon="shield" name="Authenticator app" about={`On since ${formatDate(mine.app.since)}`}>
              <Button size="sm" look="quiet" busy={start.isPending} onClick={() => start.mutate()}>
                Change
              </Button>
              {ways > 1 && (
                <Button
                  size="sm"
                  look="quiet"
                  aria-label="Remove the authenticator app"
                  busy={removeTheApp.isPending}
                  onClick={() => removeTheApp.mutate()}
                >
                  Remove
                </Button>
              )}
            </Way>
          )}
          <Way icon="key" name="Recovery codes" about={codesText(mine)}>
            <Button size="sm" look="quiet" busy={renew.isPending} onClick={() => renew.mutate()}>
              New codes
            </Button>
          </Way>
        </ul>
      ) : (
        <p>It is off: your password alone logs you in.</p>
      )}
      <div className="ways__acts">
        {isPasskeySupported() && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
        {!mine.app && (
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            Set up an app
          </Button>
        )}
        {isOn && !mine.required && (
          <Button look="danger-quiet" onClick={() => setTurningOff(true)}>
            Turn off two-step sign-in
          </Button>
        )}
      </div>
      {start.data && (
        <SetUpAppDialog
          setUp={start.data}
          onDone={(made) => {
            start.reset()
            setCodes(made ?? undefined)
          }}
          onClose={() => start.reset()}
        />
      )}
      {isAdding && (
        <AddPasskeyDialog
          onDone={(made) => {
            setAdding(false)
            setCodes(made ?? undefined)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {isTurningOff && (
        <ConfirmDialog
          heading="Turn off two-step sign-in"
          question="Your password alone then logs you in. Your app, passkeys and recovery codes work no more."
          keep="Keep it on"
          confirm="Turn Off"
          busy={off.isPending}
          busyLabel="Turning off..."
          onConfirm={() => off.mutate(undefined, { onSettled: () => setTurningOff(false) })}
          onClose={() => setTurningOff(false)}
        />
      )}
    </>
  )
}

function passkeyText({ createdAt, lastUsedAt, worksHere }: factors.Factors['passkeys'][number]) {
  if (!worksHere) return 'Made for another address of this portal, and works only there'
  const used = lastUsedAt ? `used ${formatTimeAgo(lastUsedAt)}` : 'not used yet'
  return `Added on ${formatDate(createdAt)}, ${used}`
}

function codesText({ recoveryCodesLeft }: factors.Factors) {
  const left =
    recoveryCodesLeft === 0 ? 'None left' : `${recoveryCodesLeft} of ${factors.RECOVERY_CODE_COUNT} left`
  return `${left}. For the day that you have lost everything else`
}

interface WayProps {
  icon: IconName
  name: string
  about: string
  children: ReactNode
}

/** One thing that somebody has besides their password. */
function Way({ icon, name, about, children }: WayProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <p className="row__title">{name}</p>
        <p className="small muted">{about}</p>
      </div>
      <div className="row__acts">{children}</div>
    </li>
  )
}
