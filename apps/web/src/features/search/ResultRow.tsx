import { parseTitleQuery, type search } from '@portico/contract'
import { Link } from 'react-router'
import type { Area } from '../../app/session.ts'
import { countDays, formatDateTime, formatDayWithoutThisYear, localDay } from '../../ui/dates.ts'
import { useLocalDay } from '../../ui/use-now.ts'
import { Excerpt } from './Excerpt.tsx'
import { kindLabels } from './kind-labels.ts'
import { markWords } from './match-words.ts'
import { ResultIcon } from './ResultIcon.tsx'
import { isNamed, isTitle } from './result-title.ts'

interface Props {
  result: search.SearchResult
  /** The search text. */
  text: string
  area: Area
}

/** The thing, the words in it, and where and when it was written. */
export function ResultRow({ result, text, area }: Props) {
  const { kind, title, excerpt, url, createdAt } = result
  const isInTitle = isTitle(result)
  const titleParts = isInTitle ? excerpt : markWords(title, parseTitleQuery(isNamed(kind) ? text : ''))
  const place = placeOf(result, area)
  const day = dayText(localDay(createdAt), useLocalDay())
  return (
    <li>
      <ResultIcon kind={kind} title={title} />
      <div>
        <p className="row__title" dir="auto">
          <Link to={url}>
            <Excerpt parts={titleParts} />
            <span className="vh">, {kindLabels[kind][0]}</span>
          </Link>
        </p>
        {!isInTitle && (
          <p className="row__sub" dir="auto">
            <Excerpt parts={excerpt} />
          </p>
        )}
      </div>
      <p className="small muted results__place">
        {place && <bdi>{place}</bdi>}
        {place && ', '}
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {day}
        </time>
      </p>
    </li>
  )
}

function placeOf({ kind, projectTitle, clientName }: search.SearchResult, area: Area) {
  if (kind === 'message') return 'Chat'
  if (kind === 'client') return 'Client'
  if (kind === 'project') return area === 'freelancer' ? clientName : 'Project'
  return projectTitle
}

function dayText(day: string, today: string) {
  // The clock of this device may be behind the server's.
  const ago = Math.max(0, countDays(day, today))
  return ['today', 'yesterday'][ago] ?? formatDayWithoutThisYear(day, today)
}
