import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { open, serve, signInClient } from '../../../test/fixtures.tsx'
import { aRequest } from '../../../test/request.ts'
import AskSomebodyElse from './AskSomebodyElse.tsx'

const url = 'http://localhost/give/secret'

function show(emailStatus: string) {
  signInClient()
  const sent: unknown[] = []
  serve({
    'GET /requests/r1/links': () => Response.json([]),
    'POST /requests/r1/links': ({ body }) => {
      sent.push(body)
      return Response.json({ id: 'l1', url, emailStatus }, { status: 201 })
    },
  })
  open('/', { '/': <AskSomebodyElse request={aRequest()} description="" onClose={() => {}} /> })
  return { sent, user: userEvent.setup() }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

test.for([
  ['queued', /The link is on its way to sam@photos.test/],
  ['limited', /Too many emails were sent lately/],
] as const)('says whether the link was mailed: %s', async ([status, text]) => {
  const { sent, user } = show(status)
  await user.type(screen.getByRole('textbox', { name: /Message to them/ }), 'The new sign, please.')
  await user.type(screen.getByRole('textbox', { name: /Their email/ }), 'sam@photos.test')
  await user.click(screen.getByRole('button', { name: /^Make and mail a link/ }))

  expect(await screen.findByText(text)).toBeDefined()
  expect(sent).toEqual([{ message: 'The new sign, please.', email: 'sam@photos.test' }])
  expect(screen.queryByRole('button', { name: 'Share...' })).toBeNull()
})

test('a link is shared by the sheet of the phone', async () => {
  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  const { user } = show('none')
  await user.click(screen.getByRole('button', { name: /^Make a link/ }))

  await user.click(await screen.findByRole('button', { name: 'Share...' }))

  expect(share).toHaveBeenCalledWith({ title: 'Photo of the shopfront', url })
})
