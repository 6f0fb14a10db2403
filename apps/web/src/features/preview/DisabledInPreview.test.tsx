import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { open, serve, signInClient, tokenFor } from '../../../test/fixtures.tsx'
import { reloadSession } from '../../app/session.ts'
import { startPreviewIn, storedDraft } from '../../app/stored.ts'
import { LeaveFeedback } from '../feedback/LeaveFeedback.tsx'

beforeEach(() => window.history.pushState(null, '', '/client-dashboard'))

function show() {
  serve({ 'GET /feedback/projects/p1/feedback': () => Response.json([]) })
  open('/client-dashboard', {
    '/client-dashboard': <LeaveFeedback projectId="p1" freelancer="Ada Marsh" />,
  })
}

function startPreview() {
  const claims = { sub: 'c1', role: 'client', sid: 's9', firstName: 'Maya', lastName: 'Whitcombe' }
  startPreviewIn(window, tokenFor({ ...claims, iat: 1_000, exp: 1_900 }))
  reloadSession('client')
}

test('a preview shows what the client can do, disabled, and nothing that they have typed on this device', () => {
  storedDraft('client', 'feedback.p1', 'c1').write({ message: 'Half a sentence' })
  startPreview()

  show()

  const field = screen.getByLabelText<HTMLTextAreaElement>('Leave Feedback')
  expect(field.matches(':disabled')).toBe(true)
  expect(field.value).toBe('')
  expect(screen.getByRole('button', { name: 'Submit' }).matches(':disabled')).toBe(true)
})

test('the client can use it', () => {
  signInClient()

  show()

  expect(screen.getByLabelText('Leave Feedback').matches(':enabled')).toBe(true)
})
