import type { projects } from '@portico/contract'
import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '../../app/api.ts'

/** As much of an infinite query over projects as their number needs. */
export interface ProjectPages {
  data: InfiniteData<Page<projects.Project[]>> | undefined
  hasNextPage: boolean
}

/** The number of projects as far as it is known: undefined before the first page, "More than 100" before the last. */
export function countProjects({ data, hasNextPage }: ProjectPages) {
  if (!data) return undefined
  const count = data.pages.reduce((sum, page) => sum + page.answer.length, 0)
  if (hasNextPage)
    return { count, figure: `${count}+`, said: `More than ${count} ${count === 1 ? 'project' : 'projects'}` }
  if (count === 0) return { count, figure: '0', said: 'No projects' }
  return { count, figure: String(count), said: count === 1 ? 'One project' : `${count} projects` }
}
