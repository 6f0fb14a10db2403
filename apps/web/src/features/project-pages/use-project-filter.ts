import { projects } from '@portico/contract'
import { useSearchParams } from 'react-router'
import type { Filter } from '../projects/projects.queries.ts'

const turns = ['freelancer', 'client', 'none'] as const

/** The filter is kept in the URL, so it survives a reload and going back, and can be shared. */
export function useProjectFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const archived = params.get('archived') === 'true'
  const turn = turns.find((known) => known === params.get('turn'))
  const sort = params.get('sort') === 'turn' ? 'turn' : undefined
  const status = projects.ProjectStatus.enum.find((known) => known === params.get('status'))

  function change(names: Partial<Record<keyof Filter, string | undefined>>) {
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        for (const [name, value] of Object.entries(names)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  // Unset filters are left out, so that the same list always has the same query key.
  const filter: Filter = {
    ...(search && { search }),
    ...(status && { status }),
    ...(archived && { archived }),
    ...(turn && { turn }),
    ...(sort && { sort }),
  }
  return {
    search,
    status,
    archived,
    turn,
    sort,
    filter,
    change,
    clear: () => setParams({}, { replace: true }),
  }
}
