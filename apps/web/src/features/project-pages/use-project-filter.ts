import { projects } from '@portico/contract'
import { useSearchParams } from 'react-router'
import { useMine } from '../accounts/use-mine.ts'
import type { Filter } from '../projects/projects.queries.ts'

/** The list is shown without a name in the URL. */
export const views = ['deadline', 'month'] as const
const turns = ['freelancer', 'client', 'none'] as const
const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter is kept in the URL, so it survives a reload and going back, and can be shared. */
export function useProjectFilter() {
  const [params, setParams] = useSearchParams()
  const whose = useMine()
  const oneOf = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === params.get(name))
  const search = params.get('search')?.trim() ?? ''
  const archived = params.get('archived') === 'true'
  const status = oneOf('status', projects.ProjectStatus.enum)
  const turn = oneOf('turn', turns)
  const due = oneOf('due', projects.DuePeriod.enum)
  const sort = oneOf('sort', projects.ProjectOrder.enum)
  const view = oneOf('view', views)
  const month = monthPattern.test(params.get('month') ?? '') ? (params.get('month') as string) : undefined
  const named = params.get('client') ?? ''
  const client = uuid.test(named) ? named : undefined

  function change(names: Partial<Record<keyof Filter | 'view' | 'month', string | undefined>>) {
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
  const narrowing: Omit<Filter, 'sort' | 'mine'> = {
    ...(search && { search }),
    ...(status && { status }),
    ...(archived && { archived }),
    ...(turn && { turn }),
    ...(due && { due }),
    ...(client && { client }),
  }
  const shared = { ...narrowing, ...(whose.mine && { mine: true }) }
  return {
    ...{ search, status, archived, turn, due, client, sort, view, month },
    whose,
    narrowing,
    /** The filter of every view. */
    shared,
    filter: filterOf(shared, view === 'deadline' ? 'due' : sort, view === 'deadline'),
    change,
    /** The order stays. */
    clear: () => change({ search: '', status: '', archived: '', turn: '', due: '', client: '' }),
  }
}

/** By deadline, what is completed is left out unless it is asked for. */
const filterOf = (shared: Omit<Filter, 'sort'>, sort: Filter['sort'], isByDeadline: boolean): Filter => ({
  ...shared,
  ...(sort && { sort }),
  ...(isByDeadline && !shared.status && !shared.archived && { completed: false }),
})

export type ProjectFilterState = ReturnType<typeof useProjectFilter>
