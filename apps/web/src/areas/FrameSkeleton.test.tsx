import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PageHandle } from '../app/page-handle.ts'
import { FrameSkeleton } from './FrameSkeleton.tsx'

function show(layout: PageHandle, page: PageHandle) {
  const area = { element: <FrameSkeleton area="freelancer" />, handle: layout }
  const router = createMemoryRouter([{ ...area, children: [{ path: '/', element: null, handle: page }] }])
  render(<RouterProvider router={router} />)
}

test('draws the skeleton of a page, out of reach of keyboards and screen readers', () => {
  show({}, { skeleton: <h1>Recent</h1> })

  expect(screen.getByText('Recent').closest('[inert]')).not.toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})

test('draws the skeleton of the layout around a tab', () => {
  show({ skeleton: <h1>Project</h1> }, {})

  expect(screen.getByText('Project')).toBeDefined()
})

test('draws no frame around a page that fills the window', () => {
  show({}, { fillsWindow: true })

  expect(screen.queryByText('Projects')).toBeNull()
})
