import { useSearchParams } from 'react-router'
import type { Filter } from '../files/files.queries.ts'
import type { FileView } from './FileList.tsx'
import { FROM_CLIENT } from './FileSections.tsx'

type Params = Partial<Record<'search' | 'sort' | 'view' | 'section', string | undefined>>

/** What is shown of the files and how, kept in the URL, so that it survives a reload and going back, and can be shared. */
export function useFileFilter() {
  const [params, setParams] = useSearchParams()
  const { search, sort, section } = readParams(params)
  const view: FileView = params.get('view') === 'grid' ? 'grid' : 'list'

  function change(names: Params) {
    setParams(changed(params, names), { replace: true, preventScrollReset: true })
  }

  const filter = readFileFilter(params)
  const linkTo = (section?: string) => `?${changed(params, { section })}`
  return { search, sort, section, view, filter, change, linkTo }
}

/** The filter of a list of files with this query in its address. */
export function readFileFilter(params: URLSearchParams): Filter {
  const { search, sort, section } = readParams(params)
  // Unset filters are left out, so that the same list always has the same query key.
  return {
    ...(search && { search }),
    ...(sort && { sort }),
    ...(section && (section === FROM_CLIENT ? { fromClient: true } : { section })),
  }
}

function readParams(params: URLSearchParams) {
  return {
    search: params.get('search')?.trim() ?? '',
    sort: (['name', 'size'] as const).find((known) => known === params.get('sort')),
    section: params.get('section') ?? undefined,
  }
}

function changed(params: URLSearchParams, names: Params) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(names)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
