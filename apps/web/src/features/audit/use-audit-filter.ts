import { AUDIT_GROUPS, type AuditGroup, type audit, isDay } from '@portico/contract'
import { useSearchParams } from 'react-router'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter is kept in the URL, so it survives a reload and going back. What is not valid there is left out. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const valid = (name: string, isValid: (value: string) => boolean) => {
    const value = params.get(name)?.trim()
    return value && isValid(value) ? { [name]: value } : {}
  }
  const filter: audit.Filter = {
    ...valid('search', () => true),
    ...valid('group', (value) => value in AUDIT_GROUPS),
    ...valid('actor', (value) => uuid.test(value)),
    ...valid('target', (value) => uuid.test(value)),
    ...valid('from', isDay),
    ...valid('to', isDay),
  } satisfies Partial<Record<keyof audit.Filter, AuditGroup | string>>

  function change(changes: Partial<Record<keyof audit.Filter, string>>) {
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { filter, change, clear: () => setParams({}, { replace: true }) }
}

export type AuditFilterState = ReturnType<typeof useAuditFilter>
