import { linkPaths, paths } from '@portico/contract'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** The server's own page. */
const { give: _, ...linksToPages } = linkPaths

test('every path that something leads to has a page', () => {
  const pages = pathsOf(routes)
  const { freelancer, client, ...others } = paths
  const known = [freelancer, client, others, linksToPages].flatMap((group) =>
    Object.values(group).map(toText),
  )

  const withoutPage = known.filter((path) => {
    const { pathname } = new URL(path, 'https://portico.example')
    return !pages.some((page) => matchPath({ path: page, caseSensitive: true }, pathname))
  })

  expect(known.length).toBeGreaterThan(50)
  expect(withoutPage).toEqual([])
})

/** Most paths are made of ids, that of a team note of what it is about. */
function toText(path: string | ((...ids: never[]) => string)) {
  const about = { kind: 'client', id: '1', toString: () => '1' }
  return typeof path === 'string' ? path : path(...([about, '2'] as never[]))
}

/** Without the pages of unknown addresses. */
function pathsOf(entries: typeof routes): string[] {
  return entries.flatMap(({ path, index, children }) => [
    ...(index ? ['/'] : path && !path.endsWith('*') ? [`/${path}`] : []),
    ...pathsOf(children ?? []),
  ])
}
