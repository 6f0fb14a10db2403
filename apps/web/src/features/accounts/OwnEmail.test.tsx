import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
import { OwnEmail } from './OwnEmail.tsx'

const ada = aProfile()
const pending = { ...ada, pendingEmail: { email: 'ada@new.example', expiresAt: '2026-11-21T09:30:00.000Z' } }

const start = () => {
  signInFreelancer()
  return open('/settings/security', { '/settings/security': <OwnEmail /> })
}
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('asks for a change with the password, shows it as open, resends its link and cancels it', async () => {
  const asked = serve({
    'GET /auth/me': () => Response.json(ada),
    'PUT /auth/email-change': ({ body }) => {
      expect(body).toEqual({ email: 'ada@new.example', currentPassword: ' my password ' })
      return Response.json(pending)
    },
    'POST /auth/email-change/resend': () => Response.json(pending),
    'DELETE /auth/email-change': () => Response.json(ada),
  })
  start()

  await userEvent.type(await screen.findByLabelText('New email'), 'ada@new.example')
  await userEvent.type(field('Your password'), ' my password ')
  await press(/Change Email/)
  await screen.findByText('ada@new.example is not confirmed yet.')
  expect(screen.getByText(/Until then everything goes to ada@marsh\.example\./)).toBeDefined()
  await press(/Resend Link/)
  await press(/Cancel Change/)

  expect(((await screen.findByLabelText('New email')) as HTMLInputElement).value).toBe('')
  expect(toasts().map(({ title }) => title)).toEqual([
    'A link is on its way to the new address',
    'The link is on its way once more',
    'Your email stays as it is',
  ])
  expect(asked).toHaveBeenCalled()
})

test('rejects an empty field without a request', async () => {
  const asked = serve({ 'GET /auth/me': () => Response.json(ada) })
  start()
  await screen.findByLabelText('New email')

  await press(/Change Email/)

  expect(screen.getByRole('alert').textContent).toBe('All fields are required.')
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/auth/me'])
})

test.for([
  ['Your password', 'WRONG_PASSWORD', { currentPassword: 'This is not your current password.' }],
  ['New email', 'EMAIL_UNCHANGED', { email: 'This is your email already.' }],
] as const)('shows an error at %s, and keeps the typed text', async ([label, code, fields]) => {
  const [sentence = ''] = Object.values(fields)
  serve({
    'GET /auth/me': () => Response.json(ada),
    'PUT /auth/email-change': () => problem(400, code, sentence, { ...fields }),
  })
  start()
  await userEvent.type(await screen.findByLabelText('New email'), 'ada@marsh.example')
  await userEvent.type(field('Your password'), 'wrong')
  await press(/Change Email/)

  await screen.findByText(sentence)
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  expect([field('New email').value, field('Your password').value]).toEqual(['ada@marsh.example', 'wrong'])
})
