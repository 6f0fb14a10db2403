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

function toText(path: string | ((...ids: never[]) => string)) {
  return typeof path === 'string' ? path : path(...(['1', '2'] as never[]))
}

/** Without the pages of unknown addresses. */
function pathsOf(entries: typeof routes): string[] {
  return entries.flatMap(({ path, index, children }) => [
    ...(index ? ['/'] : path && !path.endsWith('*') ? [`/${path}`] : []),
    ...pathsOf(children ?? []),
  ])
}
