import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { formatDate } from '../../ui/dates.ts'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { calendarState, removeCalendar, renewCalendar } from './calendar.queries.ts'
import './calendar.css'

/** The secret address of the calendar feed. It is shown only when it is created. */
export function CalendarSettings() {
  const { data: state, error, refetch } = useQuery(calendarState)
  const renew = useMutation(renewCalendar)
  const remove = useMutation(removeCalendar)
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const makeButton = useRef<HTMLButtonElement>(null)
  const close = () => setAsking(undefined)
  const isOn = state?.createdAt != null || renew.data !== undefined

  function switchOff() {
    remove.mutate(undefined, {
      onSuccess: () => renew.reset(),
      onSettled: () => {
        close()
        // The button that was pressed disappears.
        makeButton.current?.focus()
      },
    })
  }

  return (
    <SettingsSection
      heading="Calendar"
      about="See due dates in your own calendar: Google, Apple and Outlook subscribe to a link."
    >
      {!state && error && <LoadFailed title="Failed to load the calendar" error={error} onRetry={refetch} />}
      {state && (
        <div className="calendar-feed">
          {renew.data && <Address url={renew.data.url} />}
          {!renew.data && state.createdAt && (
            <p>
              On since {formatDate(state.createdAt)}. The link is not shown again. If you need it, get a new
              one: the present one stops working then.
            </p>
          )}
          <div className="calendar-feed__acts">
            <Button
              ref={makeButton}
              busy={renew.isPending}
              busyLabel="Getting it..."
              onClick={() => (isOn ? setAsking('renew') : renew.mutate())}
            >
              {isOn ? 'Get a new calendar link' : 'Get a calendar link'}
            </Button>
            {isOn && (
              <Button look="danger-quiet" onClick={() => setAsking('remove')}>
                Switch off
              </Button>
            )}
          </div>
        </div>
      )}
      {asking === 'renew' && (
        <ConfirmDialog
          heading="Get a new calendar link"
          question="The present link stops working at once. Calendars that subscribe to it get no more changes until you give them the new one."
          keep="Keep the link"
          confirm="Get a new link"
          look="primary"
          busy={renew.isPending}
          busyLabel="Getting it..."
          onConfirm={() => renew.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          heading="Switch off"
          question="Calendars that subscribe to this link stop getting changes."
          keep="Keep it on"
          confirm="Switch off"
          busy={remove.isPending}
          busyLabel="Switching off..."
          onConfirm={switchOff}
          onClose={close}
        />
      )}
    </SettingsSection>
  )
}

function Address({ url }: { url: string }) {
  return (
    <div>
      <CopyField
        label="Your calendar link, shown once"
        value={url}
        action="Copy link"
        copied="Calendar link copied"
      />
      <p className="hint">Whoever has the link can read what is due, so keep it to yourself.</p>
      <ul className="calendar-feed__apps">
        <li>
          <strong>Apple:</strong>{' '}
          <a className="link" href={url.replace(/^https?:/, 'webcal:')}>
            open in the calendar of this device
          </a>
          .
        </li>
        <li>
          <strong>Google:</strong> on a computer, choose the + beside “Other calendars”, then “From URL”, and
          paste it.
        </li>
        <li>
          <strong>Outlook:</strong> choose “Add calendar”, then “Subscribe from web”, and paste it.
        </li>
      </ul>
      <p className="hint">Changes arrive when the calendar fetches them. With Google that can take a day.</p>
    </div>
  )
}
