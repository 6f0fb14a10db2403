import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { groupRows, type RowGroup } from './row-groups.ts'
import './Rows.css'

interface Props<Row> {
  rows: readonly Row[]
  /** The class of the lists. */
  className: string
  label?: string
  /** How many rows are in one list. */
  size?: number
  /** Whether each list is filled to its size, although rows then move to another one when others come or go. */
  isFilled?: boolean
  /** Whether the order matters. */
  isOrdered?: boolean
  /** In pixels, for rows that have not been shown yet. */
  rowHeight: number
  /** Stands before the first row. */
  head?: ReactNode
  children: (row: Row, index: number) => ReactNode
}

const SIZE = 25

/** The heights of the groups when they were last on screen, by the id of the first row: Back restores the scroll position with them. */
const heights = new Map<string, number>()

/**
 * A list that may have thousands of rows: it is cut into several, and those out of view cost no style, layout or paint. All rows
 * stay in the document, so that searching in the page, links to a row, the keyboard and printing go on working.
 */
export function GroupedRows<Row extends { id: string }>(props: Props<Row>) {
  const { rows, className, label, size = SIZE, isFilled, isOrdered, rowHeight, head, children } = props
  const [state, setState] = useState(() => ({ rows, groups: groupRows(rows, [], size) }))
  let { groups } = state
  if (state.rows !== rows) {
    groups = groupRows(rows, isFilled ? [] : groups, size)
    setState({ rows, groups })
  }
  let index = 0
  return groups.map((group, nth) => (
    <Group
      key={group.key}
      className={groups.length > 1 ? `${className} row-group` : className}
      label={label}
      isOrdered={isOrdered}
      group={group}
      rowHeight={rowHeight}
    >
      {nth === 0 && head}
      {group.rows.map((row) => children(row, index++))}
    </Group>
  ))
}

interface GroupProps extends Pick<Props<never>, 'className' | 'label' | 'isOrdered' | 'rowHeight'> {
  group: RowGroup<{ id: string }>
  children: ReactNode
}

function Group({ className, label, isOrdered, group: { rows }, rowHeight, children }: GroupProps) {
  const List = isOrdered ? 'ol' : 'ul'
  const list = useRef<HTMLOListElement & HTMLUListElement>(null)
  const firstId = rows[0]?.id ?? ''
  useLayoutEffect(() => {
    const element = list.current
    return () => {
      if (element?.offsetHeight) heights.set(firstId, element.offsetHeight)
    }
  }, [firstId])
  const height = heights.get(firstId) ?? rows.length * rowHeight
  return (
    <List
      ref={list}
      className={className}
      aria-label={label}
      style={{ containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {children}
    </List>
  )
}
