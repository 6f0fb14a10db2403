import { paths, plural, type projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { addMonths, endOfWeek, startOfWeek, weeksOfMonth } from '../../ui/calendar-days.ts'
import { addDays, formatDay, formatWeekday } from '../../ui/dates.ts'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { useToday } from '../../ui/use-now.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { projectsDueWithin } from '../projects/projects.queries.ts'
import type { ProjectFilterState } from './use-project-filter.ts'
import '../../ui/Rows.css'
import './MonthView.css'

/** More would make the grid uneven. */
const SHOWN_IN_CELL = 3

/** The due dates of one month: a grid, or on a phone a list of days. */
export function MonthView({ state }: { state: ProjectFilterState }) {
  const { data: summary } = useQuery(dashboardSummary)
  const today = useToday(summary?.timeZone)
  if (!today) return loading
  return <Month state={state} today={today} month={state.month ?? today.slice(0, 7)} />
}

const loading = (
  <Loading says="Loading projects...">
    <SkeletonRows count={5} />
  </Loading>
)

interface Props {
  state: ProjectFilterState
  today: string
  month: string
}

function Month({ state, today, month }: Props) {
  const { due: _, ...filter } = state.shared
  const weeks = weeksOfMonth(month)
  const days = weeks.flat()
  const query = useQuery(projectsDueWithin({ ...filter, dueFrom: days[0] ?? '', dueTo: days.at(-1) ?? '' }))
  const [chosen, setChosen] = useState<string>()
  const byDay = Map.groupBy(query.data ?? [], ({ dueDate }) => dueDate ?? '')
  const show = (next: string) => state.change({ month: next === today.slice(0, 7) ? undefined : next })
  const name = formatDay(`${month}-01`).replace(/^\d+ /, '')

  return (
    <section aria-labelledby="month" className="month">
      <div className="month__head">
        <h2 id="month" aria-live="polite">
          {name}
        </h2>
        <Button size="sm" onClick={() => show(addMonths(month, -1))}>
          Previous month
        </Button>
        <Button size="sm" disabled={month === today.slice(0, 7)} onClick={() => show(today.slice(0, 7))}>
          Today
        </Button>
        <Button size="sm" onClick={() => show(addMonths(month, 1))}>
          Next month
        </Button>
      </div>
      {query.isError && !query.data ? (
        <LoadFailed title="Your projects did not load" error={query.error} onRetry={query.refetch} />
      ) : (
        // The grid stays while a month loads, and keeps the focus.
        <Grid {...{ month, name, weeks, today, byDay, chosen }} onChoose={setChosen} onMonth={show} />
      )}
      {query.isPending && <p className="vh">Loading projects...</p>}
      {query.data && <Agenda {...{ month, days, byDay, chosen }} />}
      <p className="small muted month__none">
        Projects without a due date are not here.{' '}
        <Link className="link" to={`${paths.freelancer.projects}?due=none`}>
          Show those
        </Link>
      </p>
    </section>
  )
}

type ByDay = Map<string, projects.Project[]>

interface GridProps {
  month: string
  name: string
  weeks: string[][]
  today: string
  byDay: ByDay
  chosen: string | undefined
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}

/** One day is in the tab order; the arrow keys move to the others. */
function Grid({ month, name, weeks, today, byDay, chosen, onChoose, onMonth }: GridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const movesFocus = useRef(false)
  const [moved, setMoved] = useState(today)
  const current = moved.startsWith(month) ? moved : `${month}-01`

  useEffect(() => {
    // The day may be in a month that comes with the next rendering.
    if (!movesFocus.current || current !== moved) return
    movesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current, moved])

  function moveByKey(event: KeyboardEvent) {
    const next = dayByKey(current, event.key)
    if (!next) return
    event.preventDefault()
    movesFocus.current = true
    setMoved(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys of its own
    <table ref={grid} role="grid" className="month__grid" aria-label={name} onKeyDown={moveByKey}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatWeekday(day)}>
              {formatWeekday(day).slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Cell
                key={day}
                day={day}
                due={byDay.get(day) ?? []}
                isOutside={!day.startsWith(month)}
                isToday={day === today}
                isChosen={day === chosen}
                isCurrent={day === current}
                onChoose={() => {
                  setMoved(day.startsWith(month) ? day : current)
                  onChoose(day)
                }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const STEPS: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function dayByKey(day: string, key: string) {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'Home') return startOfWeek(day)
  if (key === 'End') return endOfWeek(day)
  if (key === 'PageUp') return `${addMonths(day.slice(0, 7), -1)}-01`
  if (key === 'PageDown') return `${addMonths(day.slice(0, 7), 1)}-01`
}

interface CellProps {
  day: string
  due: projects.Project[]
  isOutside: boolean
  isToday: boolean
  isChosen: boolean
  isCurrent: boolean
  onChoose: () => void
}

function Cell({ day, due, isOutside, isToday, isChosen, isCurrent, onChoose }: CellProps) {
  const rest = due.length - SHOWN_IN_CELL
  return (
    <td data-chosen={isChosen || undefined} data-outside={isOutside || undefined}>
      <button
        type="button"
        className="month__day num"
        data-day={day}
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${formatWeekday(day)} ${formatDay(day)}, ${due.length === 0 ? 'nothing due' : `${plural(due.length, 'project')} due`}`}
        onClick={onChoose}
      >
        {Number(day.slice(8))}
      </button>
      {due.slice(0, SHOWN_IN_CELL).map(({ id, title, overdue, status }) => (
        <Link
          key={id}
          className="month__project cut"
          // The keyboard opens the day.
          tabIndex={-1}
          to={paths.freelancer.project(id)}
          title={title}
          data-late={overdue || undefined}
          data-done={status === 'Completed' || undefined}
        >
          {title}
        </Link>
      ))}
      {rest > 0 && <span className="month__more">and {rest} more</span>}
    </td>
  )
}

interface AgendaProps {
  month: string
  days: string[]
  byDay: ByDay
  chosen: string | undefined
}

/** The days with something due. Beside the grid, only the chosen day is shown. */
function Agenda({ month, days, byDay, chosen }: AgendaProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (chosen) heading.current?.focus()
  }, [chosen])
  const shown = days.filter((day) => day === chosen || (day.startsWith(month) && byDay.has(day)))
  return (
    <div className="agenda">
      {shown.every((day) => day === chosen) && <p className="muted">Nothing is due this month.</p>}
      {shown.map((day) => (
        <section key={day} data-chosen={day === chosen || undefined} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} tabIndex={-1} ref={day === chosen ? heading : undefined}>
            {formatWeekday(day)} {formatDay(day)}
          </h3>
          {!byDay.has(day) && <p className="muted">Nothing is due.</p>}
          <ul className="rows">
            {byDay.get(day)?.map((project) => (
              <DayRow key={project.id} project={project} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function DayRow({
  project: { id, title, status, archivedAt, overdue, Client },
}: {
  project: projects.Project
}) {
  return (
    <li>
      <div className="row__title cut" title={title}>
        <Link to={paths.freelancer.project(id)}>{title}</Link>
      </div>
      <StatusBadge status={archivedAt ? 'Archived' : status} />
      <span className="small soft cut">
        {Client.firstName} {Client.lastName}
        {overdue && <span className="late">, overdue</span>}
      </span>
    </li>
  )
}
