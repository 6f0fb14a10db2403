import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GroupedRows } from './GroupedRows.tsx'

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ id: `${from + n}` }))

function List({ rows }: { rows: { id: string }[] }) {
  return (
    <GroupedRows rows={rows} className="rows" label="Things" rowHeight={10}>
      {({ id }) => (
        <li key={id}>
          <button type="button">{id}</button>
        </li>
      )}
    </GroupedRows>
  )
}

test('a short list is one list, whose rows are always rendered', () => {
  render(<List rows={rowsOf(1, 25)} />)

  expect(screen.getByRole('list', { name: 'Things' }).className).toBe('rows')
})

test('a long list keeps all rows in the document, in lists that the browser skips out of view', () => {
  render(<List rows={rowsOf(1, 260)} />)

  const lists = screen.getAllByRole('list', { name: 'Things' })
  expect(lists.map(({ children }) => children.length)).toEqual([...Array(10).fill(25), 10])
  expect(new Set(lists.map(({ className }) => className))).toEqual(new Set(['rows row-group']))
  expect(lists.at(-1)?.style.containIntrinsicBlockSize).toBe('auto 100px')
})

test('the focus stays in its row when rows come before it', () => {
  const { rerender } = render(<List rows={rowsOf(1, 60)} />)
  const last = screen.getByRole('button', { name: '25' })
  last.focus()

  rerender(<List rows={[...rowsOf(100, 104), ...rowsOf(1, 60)]} />)

  expect(screen.getByRole('button', { name: '25' })).toBe(last)
  expect(document.activeElement).toBe(last)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    [...rowsOf(100, 104), ...rowsOf(1, 60)].map(({ id }) => id),
  )
})
