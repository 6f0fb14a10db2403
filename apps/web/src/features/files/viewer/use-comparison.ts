import { useSearchParams } from 'react-router'
import type { ListedFile } from '../files.queries.ts'
import { isComparable } from './comparable.tsx'

/** Whether the version on screen is compared with an older one: the address names that as `compare`. */
export function useComparison(file: ListedFile, versions: ListedFile[]) {
  const [search, setSearch] = useSearchParams()
  const candidates = versions.filter((other) => other.version < file.version && isComparable(other))
  const [before] = isComparable(file) ? candidates : []
  const compared = search.get('compare')

  function compareWith(version: number | undefined) {
    setSearch((search) => {
      if (version === undefined) search.delete('compare')
      else search.set('compare', String(version))
      return search
    })
  }
  return {
    older: before && candidates.find(({ version }) => String(version) === compared),
    /** Undefined where there is nothing to compare with. */
    start: before && (() => compareWith(before.version)),
    stop: () => compareWith(undefined),
  }
}
