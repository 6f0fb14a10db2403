import type { Area } from '../../app/session.ts'

/** The page with all results. */
export function searchPath(area: Area, text = '') {
  const page = area === 'client' ? '/client-dashboard/search' : '/search'
  return text ? `${page}?${new URLSearchParams({ q: text })}` : page
}
