import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Page } from './Page.tsx'

const Skeleton = () => <Page heading="Requests">Loading...</Page>
const Loaded = () => <Page heading="Spring menu">Logo</Page>

function show() {
  const { rerender } = render(<Skeleton />, { wrapper: MemoryRouter })
  return { load: () => rerender(<Loaded />), heading: screen.getByRole('heading') }
}

test('the heading keeps the focus when another component shows what has loaded', () => {
  const { load, heading } = show()

  heading.focus()
  load()

  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Spring menu' }))
})

test('the heading takes no focus that the one before did not have', () => {
  const { load } = show()

  load()

  expect(document.activeElement).toBe(document.body)
})
