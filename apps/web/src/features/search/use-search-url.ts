import { search } from '@portico/contract'
import { useSearchParams } from 'react-router'

const MAX_LENGTH = 200

/** The search text is kept in the URL, so it survives a reload and going back. */
export function useSearchUrl() {
  const [params, setParams] = useSearchParams()
  const text = (params.get('q') ?? '').trim().slice(0, MAX_LENGTH).trim()
  const kind = search.SearchKind.enum.find((known) => known === params.get('kind'))

  function change(next: { text?: string; kind?: search.SearchKind | undefined }) {
    const { text: q, kind: chosen } = { text, kind, ...next }
    setParams(
      { ...(q && { q }), ...(chosen && { kind: chosen }) },
      { replace: true, preventScrollReset: true },
    )
  }
  return { text, kind, change }
}
