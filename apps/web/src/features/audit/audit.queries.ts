import { audit } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { callBytes, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

const PAGE_SIZE = 50
/** By then the browser has read the URL. */
const REVOKE_AFTER_MS = 60_000

export const auditEntries = (filter: audit.Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(audit.list, { querystring: { ...filter, limit: PAGE_SIZE, cursor: pageParam } }, { signal }),
    ...paged,
  })

export const exportAudit = (filter: audit.Filter) =>
  mutationOptions({
    mutationFn: async () => {
      const bytes = await callBytes(audit.exportCsv, { querystring: filter }, {})
      const url = URL.createObjectURL(new Blob([bytes]))
      Object.assign(document.createElement('a'), { href: url, download: 'security-log.csv' }).click()
      setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
    },
    meta: { failure: 'Failed to export the security log' },
  })
