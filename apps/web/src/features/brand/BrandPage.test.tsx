import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import BrandPage from './BrandPage.tsx'

const nothing = {
  ...{ workspaceId: 'f1', name: 'Marsh Studio', colour: null, logo: null, replyTo: null },
  ...{ showMadeWith: true, isInPlan: true, mayHideMadeWith: true },
}
const answers = {
  'GET /workspace/brand': () => Response.json(nothing),
  'GET /workspace': () => Response.json({ role: 'owner', membersUsed: 1 }),
  'GET /auth/me': () => Response.json({ name: 'Ada Marsh' }),
}

beforeEach(() => signInFreelancer())

test('sends what was typed alone, and a colour in any spelling', async () => {
  const sent: unknown[] = []
  serve({
    ...answers,
    'PUT /workspace/brand': ({ body }) => {
      sent.push(body)
      return Response.json({ ...nothing, colour: '#ffd400' })
    },
  })
  open('/settings/brand', { '/settings/brand': <BrandPage /> })
  const colour = await screen.findByLabelText(/^Colour/)

  await userEvent.type(colour, 'FFD400')
  screen.getByText(/Text on it is black.*#[0-9a-f]{6} on light pages/)
  await userEvent.click(screen.getByRole('button', { name: /^Save Brand/ }))

  await waitFor(() => expect(sent).toEqual([{ colour: '#ffd400' }]))
})

test('says what is wrong with a logo, and sends none that is too large', async () => {
  let calls = 0
  serve({
    ...answers,
    'PUT /workspace/brand': () => {
      calls++
      return problem(400, 'INVALID_INPUT', 'A logo stands still: please choose a picture without animation.')
    },
  })
  open('/settings/brand', { '/settings/brand': <BrandPage /> })
  const picker = await screen.findByLabelText('Logo', { selector: 'input' })

  await userEvent.upload(
    picker,
    new File([new Uint8Array(2 * 1_024 * 1_024 + 1)], 'a.png', { type: 'image/png' }),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('at most 2 MB')
  expect(calls).toBe(0)
  await userEvent.upload(picker, new File(['x'], 'b.png', { type: 'image/png' }))

  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('stands still'))
})
