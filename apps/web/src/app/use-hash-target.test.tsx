import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../test/fixtures.tsx'
import { useHashTarget } from './use-hash-target.ts'

// jsdom lays nothing out.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})

let setFilesLoaded: (isLoaded: boolean) => void

/** The feedback has loaded first and is hidden until the files above it have. */
function Project() {
  const [isLoaded, setLoaded] = useState(false)
  setFilesLoaded = setLoaded
  useHashTarget('feedback', { data: [], hasNextPage: false, isFetching: false, fetchNextPage: () => {} })
  return (
    <>
      <section aria-busy={!isLoaded} />
      <ul style={{ visibility: isLoaded ? 'visible' : 'hidden' }}>
        <li id="feedback-b1">The rye loaf comes first</li>
      </ul>
    </>
  )
}

test('focuses the target of the address once no loading list hides it', async () => {
  open('/projects/p1#feedback-b1', { '/projects/p1': <Project /> })
  const item = screen.getByText('The rye loaf comes first')
  expect(document.activeElement).toBe(document.body)

  act(() => setFilesLoaded(true))

  await waitFor(() => expect(document.activeElement).toBe(item))
})

test('keeps the target in view while parts above it load, until the person does something', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: () => void
      constructor(notify: () => void) {
        this.#notify = notify
      }
      observe() {
        resize = this.#notify
      }
      disconnect() {
        resize = () => {}
      }
    },
  )
  open('/projects/p1#feedback-b1', { '/projects/p1': <Project /> })
  act(() => setFilesLoaded(true))
  await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1))

  resize()
  expect(scroll).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('wheel'))
  resize()

  expect(scroll).toHaveBeenCalledTimes(2)
})
