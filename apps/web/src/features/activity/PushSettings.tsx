import type { push } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../app/failure-message.ts'
import { type PushSupport, usePushSupport } from '../../app/push-support.ts'
import { type Area, type Session, useSession } from '../../app/session.ts'
import { storedPushOwner } from '../../app/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { myPortals } from '../portals/portals.queries.ts'
import { pushState, sendTestPush, switchPush } from './push.queries.ts'
import './push.css'
import '../../ui/Facts.css'

/** Renders nothing where push is not offered, for example on a local address. */
export function PushSettings({ area }: { area: Area }) {
  const { data: state } = useQuery(pushState)
  if (!state?.publicKey) return null
  return (
    <SettingsSection
      heading="On this device"
      about={`Your browser shows what happens even while ${area === 'client' ? 'the portal' : 'Portico'} is closed. Each device has its own switch.`}
    >
      <DeviceSwitch area={area} publicKey={state.publicKey} devices={state.devices} />
    </SettingsSection>
  )
}

interface Props {
  area: Area
  publicKey: string
  devices: push.State['devices']
}

function DeviceSwitch({ area, publicKey, devices }: Props) {
  const state = useSession(area)
  const session = state.status === 'in' ? state.session : undefined
  const support = usePushSupport()
  const otherOwner = useOtherPushOwner(area, session)
  const change = useMutation(switchPush(area, session?.ownerId ?? '', publicKey))
  const test = useMutation(sendTestPush)
  const isAvailable = support === 'available'
  const current = isAvailable && !otherOwner ? devices.find((device) => device.current) : undefined
  const others = devices.filter((device) => !device.current)
  const error = change.error ?? test.error
  return (
    <div className="push">
      <Switch
        label="Push on this device"
        hint={
          current
            ? `${current.device ?? 'This browser'}, on since ${formatDate(current.createdAt)}`
            : isAvailable && otherOwner
              ? `Notifications on this device go to your portal with ${otherOwner} now. Switch this on to have them here instead.`
              : hints[support]
        }
        isOn={change.isPending ? change.variables : current !== undefined}
        busy={change.isPending}
        disabled={!isAvailable}
        onChange={(isOn) => {
          test.reset()
          change.mutate(isOn)
        }}
      />
      {/* A failed test may find push ended, and the pressed button keeps the focus. */}
      {(current || test.isError) && (
        <div>
          <Button
            busy={test.isPending}
            busyLabel="Sending…"
            onClick={() => {
              change.reset()
              test.mutate()
            }}
          >
            Send a test
          </Button>
        </div>
      )}
      {error && isAvailable && <Notice danger>{failureMessage(error).filter(Boolean).join(' ')}</Notice>}
      {others.length > 0 && (
        <dl className="facts push__others">
          <div>
            <dt>Also on</dt>
            {others.map((device) => (
              <dd key={device.createdAt}>
                {device.device ?? 'Unknown device'}, since {formatDate(device.createdAt)}
              </dd>
            ))}
          </div>
        </dl>
      )}
    </div>
  )
}

/** The freelancer whose portal has the only subscription of this browser instead of the client's portal on screen. */
function useOtherPushOwner(area: Area, session: Session | undefined) {
  const ownerId = storedPushOwner(area).read()
  const isOther = area === 'client' && ownerId !== undefined && ownerId !== session?.id
  const { data: listed } = useQuery({
    ...myPortals,
    enabled: isOther && session?.hasOtherPortals === true,
  })
  return isOther ? listed?.find(({ clientId }) => clientId === ownerId)?.freelancer.name : undefined
}

const hints: Record<PushSupport, string> = {
  available: 'Your browser asks you once whether you allow it',
  blocked:
    'Your browser has blocked it for this address. Allow notifications beside the address, then come back.',
  'needs-home-screen':
    'On an iPhone or iPad, add this page to the Home Screen first (Share, then “Add to Home Screen”), and open it from there.',
  missing: 'This browser cannot show what happens while it is closed.',
}
