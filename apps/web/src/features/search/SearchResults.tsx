import { plural, search } from '@portico/contract'
import type { Area } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { kindLabels } from './kind-labels.ts'
import { ResultRow } from './ResultRow.tsx'
import { useSearchResults } from './use-search-results.ts'

interface Props {
  area: Area
  text: string
  kind: search.SearchKind | undefined
  onKind: (kind: search.SearchKind | undefined) => void
}

export function SearchResults({ area, text, kind, onKind }: Props) {
  const { query, results, isOutdated, counts } = useSearchResults(text, kind)
  const kinds = search.SearchKind.enum.filter((known) => area === 'freelancer' || known !== 'client')

  const isEmpty = results?.length === 0

  if (!results && query.error) {
    return <LoadFailed title="The search failed" error={query.error} onRetry={() => query.refetch()} />
  }
  return (
    <>
      {(!isEmpty || kind) && (
        <KindFilter
          kinds={counts ? kinds.filter((known) => counts[known] || known === kind) : kinds}
          counts={counts}
          kind={kind}
          onKind={onKind}
        />
      )}
      <p className="vh" role="status">
        {results && !isOutdated && countText(results.length, query.hasNextPage)}
      </p>
      {!results && <Loading says="Searching..." />}
      {isEmpty && (
        <EmptyState
          title={kind ? `Nothing with “${text}” in ${manyOf(kind)}.` : `Nothing with “${text}”.`}
          drawing="sought"
          action={kind && <Button onClick={() => onKind(undefined)}>Search everything</Button>}
        >
          {!kind && `We looked at ${listKinds(kinds)}.`}
        </EmptyState>
      )}
      {results && !isEmpty && (
        <ul className="rows results" aria-busy={isOutdated}>
          {results.map((result) => (
            <ResultRow key={`${result.kind} ${result.id}`} result={result} text={text} area={area} />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
      {results && !isEmpty && !isOutdated && !query.hasNextPage && (
        <p className="small muted results__end">
          That is everything. Written differently? Half a word is enough.
        </p>
      )}
    </>
  )
}

interface FilterProps extends Pick<Props, 'kind' | 'onKind'> {
  kinds: search.SearchKind[]
  counts: Partial<Record<search.SearchKind, number>> | undefined
}

function KindFilter({ kinds, counts, kind, onKind }: FilterProps) {
  const labels = kinds.map((known) => kindLabels[known][1])
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="search__kinds">
      <Segments
        label="Kind"
        options={['All', ...labels]}
        counts={
          counts && {
            All: total,
            ...Object.fromEntries(kinds.map((known) => [kindLabels[known][1], counts[known] ?? 0])),
          }
        }
        value={kind ? kindLabels[kind][1] : 'All'}
        onChange={(label) => onKind(kinds.find((known) => kindLabels[known][1] === label))}
      />
    </div>
  )
}

const manyOf = (kind: search.SearchKind) => kindLabels[kind][1].toLowerCase()

function listKinds(kinds: search.SearchKind[]) {
  const names = kinds.map(manyOf)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function countText(count: number, hasMore: boolean) {
  if (count === 0) return 'No results'
  if (hasMore) return `The first ${count} results`
  return plural(count, 'result')
}
