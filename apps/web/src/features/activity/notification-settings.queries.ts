import { activity } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

export const notificationSettings = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(activity.getSettings, undefined, { signal }),
})

/** Shows the choice at once, and reverts it when it could not be saved. */
export const changeNotificationSettings = mutationOptions({
  mutationFn: (change: activity.SettingsChange) => call(activity.changeSettings, { body: change }),
  async onMutate(change, { client }) {
    await client.cancelQueries(notificationSettings)
    const before = client.getQueryData(notificationSettings.queryKey)
    if (before) client.setQueryData(notificationSettings.queryKey, { ...before, ...change })
    return before
  },
  onError: (_error, _change, before, { client }) => {
    client.setQueryData(notificationSettings.queryKey, before)
  },
  meta: { calls: 'activity.changeSettings', success: 'Saved', failure: 'Failed to save your choice' },
})

/** The zone of this browser, for clients: freelancers choose theirs in their profile. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
