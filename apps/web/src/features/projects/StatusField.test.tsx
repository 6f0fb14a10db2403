import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import '../../../test/fixtures.tsx'
import { useToday } from '../../ui/use-now.ts'
import { StatusField } from './StatusField.tsx'

function Field({ timeZone }: { timeZone: string | undefined }) {
  return (
    <StatusField value="In Progress" onChange={() => {}} dueDate="2026-11-21" today={useToday(timeZone)} />
  )
}

const completed = () => screen.getByRole<HTMLOptionElement>('option', { name: 'Completed' })

test.for([
  ['Pacific/Kiritimati', '2026-11-20T10:00:00Z'],
  ['UTC', '2026-11-21T00:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-21T11:00:00Z'],
])('Completed is enabled when the due date begins in %s, without a reload', ([timeZone, midnight = '']) => {
  vi.useFakeTimers({ now: Date.parse(midnight) - 90_000 })
  render(<Field timeZone={timeZone} />)
  expect(completed().disabled).toBe(true)

  act(() => void vi.advanceTimersByTime(120_000))

  expect(completed().disabled).toBe(false)
})

test('Completed is enabled while the time zone is unknown', () => {
  vi.useFakeTimers({ now: new Date('2026-11-01T12:00:00Z') })
  render(<Field timeZone={undefined} />)

  expect(completed().disabled).toBe(false)
})
