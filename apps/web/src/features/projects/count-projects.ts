import { plural, pluralForm, type projects } from '@portico/contract'
import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from '../../app/api.ts'

export interface ProjectPages {
  data: InfiniteData<Page<projects.Project[]>> | undefined
  hasNextPage: boolean
}

/** The number of loaded projects, marked as a minimum while there are more pages. */
export function countProjects({ data, hasNextPage }: ProjectPages) {
  if (!data) return undefined
  const count = data.pages.reduce((sum, page) => sum + page.items.length, 0)
  if (hasNextPage) return { count, label: `${count}+`, text: `More than ${plural(count, 'project')}` }
  if (count === 0) return { count, label: '0', text: 'No projects' }
  return { count, label: String(count), text: pluralForm(count, 'One project', `${count} projects`) }
}
