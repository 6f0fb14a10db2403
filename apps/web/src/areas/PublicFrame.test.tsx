import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, signInClient, signInFreelancer } from '../../test/fixtures.tsx'
import { endSession } from '../app/session.ts'
import { storedKnownClient } from '../app/stored.ts'
import { PublicFrame } from './PublicFrame.tsx'

/** The style sheet shows the links that are meant for this one. */
const greeted = () => document.documentElement.dataset.signedIn ?? 'visitor'

test('follows both sessions in the links to an area when React renders a public page', () => {
  open('/support', { '/support': <PublicFrame>A page</PublicFrame> })
  expect(greeted()).toBe('visitor')

  act(() => void signInClient())
  expect(greeted()).toBe('client')
  act(() => void signInFreelancer())
  expect(greeted()).toBe('freelancer')
  act(() => endSession('freelancer', '/login'))
  expect(greeted()).toBe('client')
  act(() => endSession('client', '/client-login'))
  expect(greeted()).toBe('visitor')
})

test('links to registration, the dashboard and the projects', () => {
  open('/support', { '/support': <PublicFrame>A page</PublicFrame> })

  const header = screen.getByRole('banner')
  const links = [...header.querySelectorAll('[data-shown-to]')]
  expect(
    links.map((link) => [link.textContent, link.getAttribute('data-shown-to'), link.getAttribute('href')]),
  ).toEqual([
    ['Log In', 'visitor', '/login'],
    ['Get Started', 'visitor', '/register'],
    ['Go to your dashboard', 'freelancer', '/'],
    ['Go to your projects', 'client', '/client-dashboard'],
    ['Are you a client?', 'before', '/client-login'],
  ])
})

test('asks a visitor whether they are the client who was signed in here before', () => {
  storedKnownClient.write('Maya')
  open('/support', { '/support': <PublicFrame>A page</PublicFrame> })

  expect(greeted()).toBe('before')
  const link = within(screen.getByRole('banner')).getByRole('link', { name: 'Are you Maya?' })
  expect(link.getAttribute('href')).toBe('/client-login')
})

test('leads a client who was signed in before from the welcome page to the question whether it is them', async () => {
  storedKnownClient.write('Maya')
  open('/welcome', { '/welcome': <PublicFrame>A page</PublicFrame>, '/client-login': <p>Are you Maya?</p> })

  await screen.findByText('Are you Maya?')
})

test.for([
  ['leads a client from the welcome page to their portal', [signInClient], 'my portal'],
  [
    'stays on the welcome page for a client who is a freelancer too',
    [signInClient, signInFreelancer],
    'A page',
  ],
] as const)('%s', async ([, signIns, text]) => {
  for (const signIn of signIns) signIn()
  open('/welcome', { '/welcome': <PublicFrame>A page</PublicFrame>, '/client-dashboard': <p>my portal</p> })

  await screen.findByText(text)
})
