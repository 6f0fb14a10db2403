import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../test/fixtures.tsx'
import { CloseButton } from './CloseButton.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogShellProps } from './DialogShell.tsx'
import { useHistoryPosition } from './use-close-on-back.ts'

beforeEach(() => {
  window.history.pushState({ key: 'list' }, '', '/projects')
  window.history.pushState({ key: 'project' }, '', '/projects/p1')
})

/** A page with a button that opens the dialog. */
function Page({
  canClose = true,
  ...shell
}: Pick<DialogShellProps, 'alert' | 'busy'> & { canClose?: boolean }) {
  useHistoryPosition(window.location.pathname)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog
          {...shell}
          title="Enter the code"
          description="We have sent six digits."
          onClose={canClose ? () => setOpen(false) : undefined}
        >
          <CloseButton>Cancel</CloseButton>
        </Dialog>
      )}
    </>
  )
}

async function openDialog(shell: Parameters<typeof Page>[0] = {}) {
  render(<Page {...shell} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.findByRole(shell.alert ? 'alertdialog' : 'dialog', { name: 'Enter the code' })
}
const isOnScreen = () => screen.queryByText('We have sent six digits.') !== null
const depth = () => window.history.state.depth

test('Back closes a dialog, stays on the page and returns the focus', async () => {
  await openDialog()
  await waitFor(() => expect(depth()).toBe(1))

  window.history.back()

  await waitFor(() => expect(isOnScreen()).toBe(false))
  expect(window.location.pathname).toBe('/projects/p1')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
})

test.for(['Escape', 'Cancel', 'a press beside it'])('%s closes a dialog', async (way) => {
  await openDialog()

  if (way === 'Escape') await userEvent.keyboard('{Escape}')
  else if (way === 'Cancel') await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  else await userEvent.click(document.querySelector('.scrim') as Element)

  await waitFor(() => expect(isOnScreen()).toBe(false))
})

test('nothing closes a dialog that is busy', async () => {
  await openDialog({ busy: true })
  await waitFor(() => expect(depth()).toBe(1))

  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const pushed = vi.spyOn(window.history, 'pushState')
  window.history.back()

  // The next Back has an entry again.
  await waitFor(() => expect(pushed).toHaveBeenCalledOnce())
  expect(isOnScreen()).toBe(true)
})

test('a press beside a dialog that asks for a decision does not close it', async () => {
  const dialog = await openDialog({ alert: true })

  await userEvent.click(document.querySelector('.scrim') as Element)

  expect(isOnScreen()).toBe(true)
  expect(dialog.getAttribute('aria-describedby')).toBe(screen.getByText('We have sent six digits.').id)
})

test('Back leaves the page of a dialog that cannot be closed', async () => {
  await openDialog({ canClose: false })

  window.history.back()

  await waitFor(() => expect(window.location.pathname).toBe('/projects'))
})

test('nothing but the shell opens a dialog, so that Back closes each', () => {
  const sources = join(import.meta.dirname, '..')
  const opening = globSync('**/*.tsx', { cwd: sources })
    .filter((path) => !path.endsWith('.test.tsx'))
    .filter((path) => /Dialog\.Root|base-ui\/react\/drawer/.test(readFileSync(join(sources, path), 'utf8')))

  expect(opening).toEqual(['ui/DialogShell.tsx'])
})
