import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../test/fixtures.tsx'
import { useCloseOnBack, useHistoryPosition } from './use-close-on-back.ts'

const onRouterPop = vi.fn()

beforeEach(() => {
  window.history.pushState({ key: 'list' }, '', '/projects')
  window.history.pushState({ key: 'project' }, '', '/projects/p1')
  onRouterPop.mockClear()
})
afterEach(() => window.removeEventListener('popstate', onRouterPop))

function Root({ open, onClose }: { open: string[]; onClose: (name: string) => void }) {
  useHistoryPosition(window.location.pathname)
  return open.map((name) => <Dialog key={name} name={name} onClose={() => onClose(name)} />)
}

function Dialog({ name, onClose }: { name: string; onClose: () => void }) {
  useCloseOnBack(onClose)
  return <p>{name}</p>
}

/** A page with dialogs. One that is in `busy` refuses to close. */
function showPage(busy: string[] = []) {
  let open: string[] = []
  const show = () => <Root open={open} onClose={close} />
  const onRefused = vi.fn()
  const close = (name: string) => {
    if (busy.includes(name)) onRefused()
    else setOpen(open.filter((other) => other !== name))
  }
  const { rerender } = render(show())
  window.addEventListener('popstate', onRouterPop)
  const setOpen = (names: string[]) => {
    open = names
    act(() => rerender(show()))
  }
  return { setOpen, onRefused }
}

const onScreen = () => screen.queryAllByText(/./).map((it) => it.textContent)
const path = () => window.location.pathname

test('Back closes what was opened last, and then leaves the page', async () => {
  const { setOpen } = showPage()
  setOpen(['panel'])
  setOpen(['panel', 'question'])
  await waitFor(() => expect(window.history.state).toEqual({ key: 'project', depth: 2 }))

  window.history.back()
  await waitFor(() => expect(onScreen()).toEqual(['panel']))
  window.history.back()
  await waitFor(() => expect(onScreen()).toEqual([]))
  expect(path()).toBe('/projects/p1')
  expect(onRouterPop).not.toHaveBeenCalled()

  window.history.back()
  await waitFor(() => expect(path()).toBe('/projects'))
  expect(onRouterPop).toHaveBeenCalledOnce()
})

test('Back leaves the page at once after a dialog was closed in another way', async () => {
  const { setOpen } = showPage()
  setOpen(['panel'])
  await waitFor(() => expect(window.history.state.depth).toBe(1))
  setOpen([])

  window.history.back()

  await waitFor(() => expect(path()).toBe('/projects'))
  expect(onRouterPop).toHaveBeenCalledOnce()
})

test('Forward passes over what was closed, to the next page', async () => {
  const { setOpen } = showPage()
  setOpen(['panel'])
  await waitFor(() => expect(window.history.state.depth).toBe(1))
  window.history.pushState({ key: 'clients' }, '', '/clients')
  window.history.go(-2)
  await waitFor(() => expect(window.history.state).toEqual({ key: 'project' }))
  setOpen([])

  window.history.forward()

  await waitFor(() => expect(path()).toBe('/clients'))
  expect(onScreen()).toEqual([])
})

test('a dialog that refuses to close can be closed by Back later', async () => {
  const busy = ['panel']
  const { setOpen, onRefused } = showPage(busy)
  setOpen(['panel'])
  await waitFor(() => expect(window.history.state.depth).toBe(1))

  window.history.back()
  await waitFor(() => expect(onRefused).toHaveBeenCalled())
  await waitFor(() => expect(window.history.state.depth).toBe(1))
  expect(onScreen()).toEqual(['panel'])
  busy.length = 0
  window.history.back()

  await waitFor(() => expect(onScreen()).toEqual([]))
})
