import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DateInput } from './DateInput.tsx'

test('shows the day of the field as the rest of the page writes it', () => {
  const { rerender } = render(<DateInput aria-label="Due date" value="2026-12-03" onChange={() => {}} />)
  expect(screen.getByText('3 December 2026').getAttribute('aria-hidden')).toBe('true')

  rerender(<DateInput aria-label="Due date" value="" onChange={() => {}} />)
  expect(document.querySelector('.date-input')?.textContent).toBe('')
})

test('shows nothing beside a day that is not complete', () => {
  render(<DateInput aria-label="Due date" value="2026-02-30" onChange={() => {}} />)
  expect(document.querySelector('.date-input')?.textContent).toBe('')
})
