import { paths } from '@portico/contract'
import type { Area } from '../../app/session.ts'

/** The page with all results. */
export function searchPath(area: Area, text = '') {
  const page = paths[area].search
  return text ? `${page}?${new URLSearchParams({ q: text })}` : page
}
