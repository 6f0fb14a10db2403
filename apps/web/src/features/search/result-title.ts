import type { search } from '@portico/contract'

/** Whether only the title has the words. Then the excerpt would repeat it. */
export const isTitle = ({ title, excerpt }: Pick<search.SearchResult, 'title' | 'excerpt'>) =>
  excerpt.map(([text]) => text).join('') === title

/** Whether a result is known by its title. For the others the excerpt says more. */
export const isNamed = (kind: search.SearchKind) => !['feedback', 'note', 'message'].includes(kind)
