import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListedFile } from '../files/files.queries.ts'
import { isComparable } from './comparable.tsx'

export const WAYS = ['Side by side', 'With a slider'] as const

/** The state that is kept when other versions are chosen. */
export interface ComparisonView {
  way: (typeof WAYS)[number]
  /** The page of both. */
  number: number
  /** How much of the older version is seen, in percent. */
  share: number
}

/** The comparison of the version on screen with an older one, which the parameter `compare` of the address names. */
export function useComparison(file: ListedFile, versions: ListedFile[]) {
  const [search, setSearch] = useSearchParams()
  const [view, setView] = useState<ComparisonView>({ way: 'Side by side', number: 1, share: 50 })
  const candidates = versions.filter(isComparable)
  const olderOnes = isComparable(file) ? candidates.filter(({ version }) => version < file.version) : []
  const [before] = olderOnes
  const compared = search.get('compare')

  function compare(one: number, other: number) {
    setSearch((search) => {
      search.set('version', String(Math.max(one, other)))
      search.set('compare', String(Math.min(one, other)))
      return search
    })
  }
  return {
    older: olderOnes.find(({ version }) => String(version) === compared),
    candidates,
    view,
    changeView: (part: Partial<ComparisonView>) => setView((now) => ({ ...now, ...part })),
    compare,
    /** Undefined without another version. */
    start: before && (() => compare(file.version, before.version)),
    stop: () =>
      setSearch((search) => {
        search.delete('compare')
        return search
      }),
  }
}

export type Comparison = ReturnType<typeof useComparison>
