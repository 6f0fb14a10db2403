import { push } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { switchPushOff, switchPushOn } from '../../app/push-subscription.ts'
import type { Area } from '../../app/session.ts'

export const pushState = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => call(push.get, undefined, { signal }),
})

/** The section shows the failure, because it asks for something to be done. */
export const switchPush = (area: Area, ownerId: string, publicKey: string) =>
  mutationOptions({
    mutationFn: (isOn: boolean) => (isOn ? switchPushOn(area, ownerId, publicKey) : switchPushOff(area)),
    meta: { calls: 'push.subscribe', success: 'Saved', quiet: true },
  })

export const sendTestPush = mutationOptions({
  mutationFn: () => call(push.test),
  meta: { calls: 'push.test', success: 'The test is on its way', quiet: true },
})
