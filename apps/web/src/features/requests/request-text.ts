import { pluralForm, type requests } from '@portico/contract'
import { formatCounts } from '../../ui/count-text.ts'
import { formatDayWithoutThisYear, localDay } from '../../ui/dates.ts'

type Request = requests.Request

export const kindText = { file: 'A file', text: 'A text' } as const

export const unableText = { missing: 'I don’t have it', unneeded: 'Not needed' } as const

/** 2 open, 1 to look at, 3 accepted */
export function countsText(all: readonly Pick<Request, 'state'>[]) {
  const count = (state: Request['state']) => all.filter((request) => request.state === state).length
  return [
    [count('open'), 'open'],
    [count('answered'), 'to look at'],
    [count('accepted'), 'accepted'],
  ]
    .filter(([number]) => number !== 0)
    .map((part) => part.join(' '))
    .join(', ')
}

/** Due 24 November; Overdue since 24 November. Empty without a due date. */
export function dueText({ dueDate, overdue }: Pick<Request, 'dueDate' | 'overdue'>, today: string) {
  if (!dueDate) return ''
  return `${overdue ? 'Overdue since' : 'Due'} ${formatDayWithoutThisYear(dueDate, today)}`
}

/** 14 lines of text */
export const lineCountText = (text: string) =>
  `${formatCounts([[text.trim().split('\n').length, 'line', 'lines']])} of text`

/** 15 November, in the reader's time zone. */
export const dayText = (instant: string, today: string) => formatDayWithoutThisYear(localDay(instant), today)

/** A summary of the answers; empty without any. */
export function answerText({ answers, files }: Pick<Request, 'answers' | 'files'>) {
  const parts = [
    ...files.map(({ fileName }) => fileName),
    ...answers.map(({ text, unable }) => (unable ? unableText[unable] : text ? lineCountText(text) : '')),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Whether all of it came from this person, and nothing from a colleague or guest. */
export const isOwnAnswer = ({ answers, files }: Pick<Request, 'answers' | 'files'>, name: string) =>
  [...answers, ...files].every(({ author, authorType }) => authorType === 'Client' && author === name)

/** By 24 November; Overdue since 24 November: for the client. */
export const byText = (request: Pick<Request, 'dueDate' | 'overdue'>, today: string) =>
  dueText(request, today).replace(/^Due/, 'By')

/** 2 things, 1 thing */
export const thingsText = (count: number) => formatCounts([[count, 'thing', 'things']])

/** 2 things Ada needs from you. Who only looks is not asked. */
export const needsText = (open: number, name: string, looksOnly: boolean) =>
  `${thingsText(open)} ${name} needs${looksOnly ? '' : ' from you'}`

/** Below the heading of the client's page. */
export function clientSummaryText(all: readonly Pick<Request, 'state'>[], open: number, name: string) {
  if (all.length === 0) return undefined
  if (open > 1) return `Answer them in any order. Each is with ${name} as soon as you have sent it.`
  if (open === 1) return `It is with ${name} as soon as you have sent it.`
  const waiting = all.filter(({ state }) => state === 'answered').length
  const answered = pluralForm(
    all.length,
    'You answered the request.',
    `You answered all ${all.length} requests.`,
  )
  if (waiting === 0) return answered
  return `${answered} ${name} looks at ${pluralForm(waiting, 'the last one', `the last ${waiting}`)} and writes if something is missing.`
}
