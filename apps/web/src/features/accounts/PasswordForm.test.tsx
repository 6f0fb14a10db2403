import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { PasswordForm } from './PasswordForm.tsx'

const ada = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', company: null, timeZone: 'UTC' }
const me = { 'GET /auth/me': () => Response.json(ada) }
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement

async function change(current: string, fresh: string) {
  signInFreelancer()
  open('/settings', { '/settings': <PasswordForm /> })
  if (current) await userEvent.type(field('Current password'), current)
  if (fresh) await userEvent.type(field('New password'), fresh)
  await userEvent.click(screen.getByRole('button', { name: /Change Password/ }))
}

test('changes the password, and clears the form', async () => {
  const asked = serve({ ...me, 'PUT /auth/password': () => Response.json(ada) })

  await change(' old one ', ' new one ')

  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title: 'Password changed' }]))
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toEqual({
    currentPassword: ' old one ',
    newPassword: ' new one ',
  })
  await waitFor(() => expect(field('Current password').value).toBe(''))
  expect(field('New password').value).toBe('')
})

test.for([
  ['', 'new password'],
  ['old password', ''],
])('rejects an empty field without a request', async ([current = '', fresh = '']) => {
  const asked = serve(me)

  await change(current, fresh)

  expect(screen.getByRole('alert').textContent).toBe('All fields are required.')
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/auth/me'])
})

test.for([
  ['Current password', 'WRONG_PASSWORD', { currentPassword: 'This is not your current password.' }],
  ['New password', 'INVALID_INPUT', { newPassword: 'Must have at least 8 characters.' }],
] as const)('shows an error of the %s at its field, and keeps the typed text', async (wrong) => {
  const [label, code, fields] = wrong
  const [sentence = ''] = Object.values(fields)
  serve({ ...me, 'PUT /auth/password': () => problem(400, code, sentence, { ...fields }) })

  await change('old', 'new')

  await screen.findByText(sentence)
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  expect([field('Current password').value, field('New password').value]).toEqual(['old', 'new'])
  expect(toasts()).toEqual([])
})

test('shows the server’s message after too many attempts', async () => {
  serve({ ...me, 'PUT /auth/password': () => problem(429, 'TOO_MANY', 'Please wait a minute.') })

  await change('old password', 'new password')

  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
})
