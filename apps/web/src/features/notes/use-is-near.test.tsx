import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useIsNear } from './use-is-near.ts'

let report: (entries: { target: Element; isIntersecting: boolean }[]) => void = () => {}

function Row({ name, startsNear }: { name: string; startsNear: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  return <li ref={row}>{useIsNear(row, startsNear) ? <button type="button">{name}</button> : name}</li>
}

test('a row is rendered fully while it is near the viewport or has the focus', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback
      }
      observe() {}
      unobserve() {}
    },
  )
  render(
    <ul>
      <Row name="First" startsNear />
      <Row name="Last" startsNear={false} />
    </ul>,
  )
  const [first, last] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
  const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['First'])

  act(() => report([{ target: last, isIntersecting: true }]))
  expect(names()).toEqual(['First', 'Last'])

  act(() => screen.getByRole('button', { name: 'Last' }).focus())
  act(() =>
    report([
      { target: first, isIntersecting: false },
      { target: last, isIntersecting: false },
    ]),
  )
  expect(names()).toEqual(['Last'])
})
