import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { toasts } from '../../test/fixtures.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

interface Props {
  question: string
  onClose: () => void
}

/** A page with a dialog whose code fails to load the first `failures` times. */
function show({ failures = 0 } = {}) {
  let left = failures
  const Dialog = lazyDialog(async () => {
    left -= 1
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: AskedDialog }
  })
  render(<ProjectsPage Dialog={Dialog} />)
  return { user: userEvent.setup(), pressed: screen.getByRole('button', { name: 'Delete' }) }
}

function ProjectsPage({ Dialog }: { Dialog: (props: Props) => ReactNode }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <h1>Projects</h1>
      <button type="button" onClick={() => setAsking(true)}>
        Delete
      </button>
      {asking && <Dialog question="Sure?" onClose={() => setAsking(false)} />}
    </>
  )
}

function AskedDialog({ question, onClose }: Props) {
  return (
    <div role="alertdialog" aria-label={question}>
      <button type="button" onClick={onClose}>
        Keep
      </button>
    </div>
  )
}

test('keeps the page, shows a toast and opens the next time when the code of a dialog does not load', async () => {
  const { user, pressed } = show({ failures: 1 })

  await user.click(pressed)
  await waitFor(() =>
    expect(toasts()).toEqual([
      { kind: 'error', title: 'This could not be opened', detail: 'We could not reach the server.' },
    ]),
  )
  expect(screen.getByRole('heading', { name: 'Projects' })).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(pressed)

  await user.click(pressed)
  expect(await screen.findByRole('alertdialog', { name: 'Sure?' })).toBeDefined()
})

test('opens a dialog at once when its code is loaded', async () => {
  const { user, pressed } = show()
  await user.click(pressed)
  await user.click(await screen.findByRole('button', { name: 'Keep' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()

  act(() => pressed.click())

  expect(screen.getByRole('alertdialog')).toBeDefined()
})
