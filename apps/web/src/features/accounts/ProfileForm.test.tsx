import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
import { currentSession } from '../../app/session.ts'
import { Profile } from './Profile.tsx'

const ada = aProfile()
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

test('shows the profile, with nothing to save', async () => {
  serve({ 'GET /auth/me': () => Response.json(ada) })
  start()

  expect(screen.getByText('Loading profile...')).not.toBeNull()
  await screen.findByText('ada@marsh.example')
  expect(field('Name').value).toBe('Ada Marsh')
  expect(field('Company or title').value).toBe('')
  expect(field('Time zone').value).toBe('Europe/London')
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('says that emails to the freelancer are refused', async () => {
  const emailRefusal = { refusedAt: new Date().toISOString(), reply: '550 5.1.1 User unknown' }
  serve({
    'GET /auth/me': () => Response.json({ ...ada, emailRefusal }),
    'POST /auth/test-email': () => Response.json({ email: ada.email, emailStatus: 'queued' }),
  })
  start()

  const note = await screen.findByText('Emails to ada@marsh.example are refused.')
  expect(note.parentElement?.textContent).toMatch(
    /“550 5\.1\.1 User unknown” \(just now\)\. You are not notified by email until one gets through again\./,
  )
  await userEvent.click(screen.getByRole('button', { name: /Send a test/ }))
  await waitFor(() =>
    expect(toasts()).toMatchObject([{ title: 'A test is on its way to ada@marsh.example' }]),
  )
})

test('updates the greeting, the stored name and the token with a new name', async () => {
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
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toEqual({
    name: 'Ada Lovelace',
    was: { name: 'Ada Marsh' },
  })
  expect({ ...localStorage }).toEqual({ freelancerToken: renewed, role: 'freelancer', name: 'Ada Lovelace' })
  expect(currentSession('freelancer')).toMatchObject({ session: { name: 'Ada Lovelace', token: renewed } })
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('sends the changed fields alone, and null for an emptied company', async () => {
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
    was: { company: 'Brand design' },
  })
  expect(field('Time zone').value).toBe('Asia/Tokyo')
})

test('rejects a blank name', async () => {
  const asked = serve({ 'GET /auth/me': () => Response.json(ada) })
  start()
  await screen.findByText('ada@marsh.example')

  await rewrite('Name', '  ')
  await userEvent.click(save())

  expect(screen.getByText('Please enter your name.')).not.toBeNull()
  await expect.poll(() => document.activeElement).toBe(field('Name'))
  expect(asked).toHaveBeenCalledOnce()
})

test('shows the server’s errors at their fields, and keeps the typed text', async () => {
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

test('keeps the typed text after a failed request and a reload, until it is undone', async () => {
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

test('offers the saved time zone even if the browser does not know it, and marks the device’s own', async () => {
  serve({ 'GET /auth/me': () => Response.json({ ...ada, timeZone: 'Mars/Olympus_Mons' }) })
  start()
  await screen.findByText('ada@marsh.example')

  expect(field('Time zone').value).toBe('Mars/Olympus_Mons')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const options = [...field('Time zone').querySelectorAll('option')]
  expect(options.find(({ value }) => value === here)?.textContent).toMatch(/\(this device\)$/)
})

test('does not ask a member for the company, which is the name of the workspace', async () => {
  serve({ 'GET /auth/me': () => Response.json(ada) })
  signInFreelancer('Sam Reed', { workspace: 'w2', member: 'member' })
  open('/settings', { '/settings': <Profile /> })

  await screen.findByLabelText('Name')
  expect(screen.queryByLabelText('Company or title')).toBeNull()
})
