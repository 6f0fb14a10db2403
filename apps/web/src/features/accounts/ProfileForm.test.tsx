import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { currentSession } from '../../app/session.ts'
import { Profile } from './Profile.tsx'

const ada = {
  id: 'f1',
  name: 'Ada Marsh',
  email: 'ada@marsh.example',
  company: null as string | null,
  timeZone: 'Europe/London',
  emailConfirmed: true,
}
const renewed = tokenFor({ sub: 'f1', role: 'freelancer', sid: 's1', name: 'Ada Lovelace' })

const start = () => {
  signInFreelancer('Ada Marsh')
  return open('/settings', { '/settings': <Profile /> })
}
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const save = () => screen.getByRole('button', { name: /Save Profile/ }) as HTMLButtonElement

async function rewrite(label: string, text: string) {
  await userEvent.clear(field(label))
  if (text) await userEvent.type(field(label), text)
}

test('shows who one is; there is nothing to save yet', async () => {
  serve({ 'GET /auth/me': () => Response.json(ada) })
  start()

  expect(screen.getByText('Loading profile...')).not.toBeNull()
  await screen.findByText('ada@marsh.example')
  expect(field('Name').value).toBe('Ada Marsh')
  expect(field('Company or title').value).toBe('')
  expect(field('Time zone').value).toBe('Europe/London')
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('a new name is followed by the greeting, the stored name and the token', async () => {
  const asked = serve({
    'GET /auth/me': () => Response.json(ada),
    'PUT /auth/me': () =>
      Response.json({ ...ada, name: 'Ada Lovelace' }, { headers: { 'x-session-token': renewed } }),
  })
  start()
  await screen.findByText('ada@marsh.example')

  await rewrite('Name', 'Ada Lovelace')
  await userEvent.click(save())

  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title: 'Profile saved' }]))
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toEqual({ name: 'Ada Lovelace' })
  expect({ ...localStorage }).toEqual({ freelancerToken: renewed, role: 'freelancer', name: 'Ada Lovelace' })
  expect(currentSession('freelancer')).toMatchObject({ session: { name: 'Ada Lovelace', token: renewed } })
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('only what was changed is sent; an emptied company is taken away', async () => {
  const asked = serve({
    'GET /auth/me': () => Response.json({ ...ada, company: 'Brand design' }),
    'PUT /auth/me': () => Response.json({ ...ada, timeZone: 'Asia/Tokyo' }),
  })
  start()
  await screen.findByText('ada@marsh.example')

  await rewrite('Company or title', '')
  await userEvent.selectOptions(field('Time zone'), 'Asia/Tokyo')
  await userEvent.click(save())

  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'))
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toEqual({
    company: null,
    timeZone: 'Asia/Tokyo',
  })
  expect(field('Time zone').value).toBe('Asia/Tokyo')
})

test('a name may not be blank', async () => {
  const asked = serve({ 'GET /auth/me': () => Response.json(ada) })
  start()
  await screen.findByText('ada@marsh.example')

  await rewrite('Name', '  ')
  await userEvent.click(save())

  expect(screen.getByText('Please enter your name.')).not.toBeNull()
  await expect.poll(() => document.activeElement).toBe(field('Name'))
  expect(asked).toHaveBeenCalledOnce()
})

test('what the server refuses stands at its field, and what was typed stays', async () => {
  serve({
    'GET /auth/me': () => Response.json(ada),
    'PUT /auth/me': () =>
      problem(400, 'UNKNOWN_TIME_ZONE', 'This time zone is not known.', {
        timeZone: 'This time zone is not known.',
      }),
  })
  start()
  await screen.findByText('ada@marsh.example')

  await rewrite('Name', 'Ada L')
  await userEvent.selectOptions(field('Time zone'), 'Asia/Tokyo')
  await userEvent.click(save())

  await screen.findByText('This time zone is not known.')
  await waitFor(() => expect(document.activeElement).toBe(field('Time zone')))
  expect(field('Time zone').getAttribute('aria-invalid')).toBe('true')
  expect(field('Name').value).toBe('Ada L')
  expect(toasts()).toEqual([])
})

test('without an answer what was typed stays, even over a reload, until it is undone', async () => {
  serve({
    'GET /auth/me': () => Response.json(ada),
    'PUT /auth/me': () => Promise.reject(new TypeError('no network')),
  })
  start()
  await screen.findByText('ada@marsh.example')
  await rewrite('Name', 'Ada L')
  await userEvent.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  expect(localStorage.getItem('portico.draft.profile.f1')).toBe('{"name":"Ada L"}')

  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }))

  expect(field('Name').value).toBe('Ada Marsh')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(localStorage.getItem('portico.draft.profile.f1')).toBeNull()
})

test('a zone this browser does not know is offered all the same, and its own is marked', async () => {
  serve({ 'GET /auth/me': () => Response.json({ ...ada, timeZone: 'Mars/Olympus_Mons' }) })
  start()
  await screen.findByText('ada@marsh.example')

  expect(field('Time zone').value).toBe('Mars/Olympus_Mons')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const options = [...field('Time zone').querySelectorAll('option')]
  expect(options.find(({ value }) => value === here)?.textContent).toMatch(/\(this device\)$/)
})
