import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

const settings = { work: 'soon', messages: 'soon', push: false, timeZone: 'UTC' }
const daily = () => screen.findByRole<HTMLInputElement>('radio', { name: /^Once a day/ })

test('saves a choice at once', async () => {
  const saved = { ...settings }
  const asked = serve({
    'GET /notifications/settings': () => Response.json(saved),
    'PUT /notifications/settings': () => Response.json(Object.assign(saved, { work: 'daily' })),
  })
  signInFreelancer()
  open('/settings/notifications', { '/settings/notifications': <NotificationSettings area="freelancer" /> })

  await waitFor(async () => expect((await daily()).disabled).toBe(false))
  await userEvent.click(await daily())

  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title: 'Saved' }]))
  expect((await daily()).checked).toBe(true)
  expect(asked.mock.calls.map(([, init]) => init?.body).filter(Boolean)).toEqual(['{"work":"daily"}'])
})

test('reverts a choice that could not be saved', async () => {
  serve({
    'GET /notifications/settings': () => Response.json(settings),
    'PUT /notifications/settings': () => problem(503, 'NOT_READY', 'Please try again in a moment.'),
  })
  signInFreelancer()
  open('/settings/notifications', { '/settings/notifications': <NotificationSettings area="freelancer" /> })

  await waitFor(async () => expect((await daily()).disabled).toBe(false))
  await userEvent.click(await daily())

  await waitFor(() =>
    expect(toasts()).toMatchObject([{ kind: 'error', title: 'Failed to save your choice' }]),
  )
  expect((await daily()).checked).toBe(false)
})
