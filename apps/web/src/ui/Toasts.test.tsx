import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import '../../test/fixtures.tsx'
import { Toasts } from './Toasts.tsx'
import { toast } from './toast.ts'

function say(speak: () => void) {
  render(<Toasts />)
  act(speak)
}

test('announces an error as an alert with the server’s message, and others as a status', async () => {
  say(() => {
    toast.error('Failed to update status', 'This project cannot be completed before 3 May 2027.')
    toast.success('Due date updated successfully')
  })

  expect(screen.getByRole('alert').textContent).toBe(
    'Failed to update statusThis project cannot be completed before 3 May 2027.',
  )
  expect(screen.getByRole('status').textContent).toBe('Due date updated successfully')
})

test('removes a toast after five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  say(() => toast.info('Logging out...'))
  expect(screen.getByText('Logging out...')).toBeDefined()

  act(() => vi.advanceTimersByTime(4_500))
  expect(screen.queryByText('Logging out...')).not.toBeNull()

  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText('Logging out...')).toBeNull()
})

test('offers an action for ten seconds; F6 reaches the newest, then the one before it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const undo = vi.fn()
  say(() => {
    toast.success('Project deleted', undefined, { label: 'Undo', run: () => undo('first') })
    toast.success('Project deleted', undefined, { label: 'Undo', run: () => undo('second') })
    toast.success('Project deleted', undefined, { label: 'Undo', run: () => undo('third') })
  })

  act(() => vi.advanceTimersByTime(9_500))
  await user.keyboard('{F6}')
  act(() => vi.advanceTimersByTime(60_000))
  await user.keyboard('{Enter}')
  await user.keyboard('{F6}{F6}{Enter}')
  expect(undo.mock.calls).toEqual([['third'], ['first']])

  act(() => vi.advanceTimersByTime(11_000))
  expect(screen.queryByText('Project deleted')).toBeNull()
})

test('keeps a toast that is hovered or focused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  say(() => toast.info('Stay'))

  await user.hover(screen.getByText('Stay'))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.queryByText('Stay')).not.toBeNull()

  await user.unhover(screen.getByText('Stay'))
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Stay')).toBeNull()
})

test('dismisses a toast by the keyboard', async () => {
  const user = userEvent.setup()
  say(() => toast.info('Seen'))

  await user.tab()
  await user.keyboard('{Enter}')

  expect(screen.queryByText('Seen')).toBeNull()
})

test('returns the focus after a toast is dismissed', async () => {
  const user = userEvent.setup()
  render(<input aria-label="Title" />)
  say(() => toast.info('Seen'))
  await user.type(screen.getByLabelText('Title'), 'Spring')

  await user.tab()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
  await user.keyboard('{Enter}')

  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Title'))
})

test('shows the same message once', async () => {
  say(() => {
    toast.error('Failed to delete project')
    toast.error('Failed to delete project')
  })

  expect(screen.getAllByText('Failed to delete project')).toHaveLength(1)
})
