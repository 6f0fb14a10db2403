import { render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { FrameSkeleton } from './FrameSkeleton.tsx'

const Skeleton = () => <h1>Project</h1>

test('draws the skeleton of the page, or of the layout around it, out of reach of keyboards and screen readers', () => {
  const area = { element: <FrameSkeleton area="freelancer" />, handle: { Skeleton } }
  const router = createMemoryRouter([{ ...area, children: [{ path: '/', element: <Outlet /> }] }])
  render(<RouterProvider router={router} />)

  expect(screen.getByText('Project').closest('[inert]')).not.toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})
