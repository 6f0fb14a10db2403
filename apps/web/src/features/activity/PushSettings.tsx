import type { push } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../app/failure-message.ts'
import { type PushSupport, usePushSupport } from '../../app/push-support.ts'
import { type Area, useSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { Switch } from '../../ui/Switch.tsx'
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
  const session = useSession(area)
  const support = usePushSupport()
  const change = useMutation(switchPush(area, session.status === 'in' ? session.session.id : '', publicKey))
  const test = useMutation(sendTestPush)
  const isAvailable = support === 'available'
  const current = isAvailable ? devices.find((device) => device.current) : undefined
  const others = devices.filter((device) => !device.current)
  const error = change.error ?? test.error
  return (
    <div className="push">
      <Switch
        label="Push on this device"
        hint={
          current
            ? `${current.device ?? 'This browser'}, on since ${formatDate(current.createdAt)}`
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

const hints: Record<PushSupport, string> = {
  available: 'Your browser asks you once whether you allow it',
  blocked:
    'Your browser has blocked it for this address. Allow notifications beside the address, then come back.',
  'needs-home-screen':
    'On an iPhone or iPad, add this page to the Home Screen first (Share, then “Add to Home Screen”), and open it from there.',
  missing: 'This browser cannot show what happens while it is closed.',
}
