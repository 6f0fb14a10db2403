import { useMutation, useQuery } from '@tanstack/react-query'
import type { Area } from '../../app/session.ts'
import { LoadFailed } from '../../ui/States.tsx'
import { EmailChoices } from './EmailChoices.tsx'
import {
  browserTimeZone,
  changeNotificationSettings,
  notificationSettings,
} from './notification-settings.queries.ts'
import { PushSettings } from './PushSettings.tsx'

export function NotificationSettings({ area }: { area: Area }) {
  const { data: settings, error, refetch } = useQuery(notificationSettings)
  const change = useMutation(changeNotificationSettings)
  if (!settings && error)
    return <LoadFailed title="Failed to load settings" error={error} onRetry={refetch} />
  const zone = area === 'client' ? { timeZone: browserTimeZone() } : {}
  return (
    <>
      <EmailChoices settings={settings} onChange={(choice) => change.mutate({ ...choice, ...zone })} />
      <PushSettings area={area} />
    </>
  )
}
