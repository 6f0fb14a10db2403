import type { search } from '@portico/contract'

/** Whether the words are in the title alone, which the excerpt repeats then. */
export const isTitle = ({ title, excerpt }: Pick<search.SearchResult, 'title' | 'excerpt'>) =>
  excerpt.map(([text]) => text).join('') === title

/** What has a name of its own is known by it; of the rest the words themselves say more. */
export const isNamed = (kind: search.SearchKind) => !['feedback', 'note', 'message'].includes(kind)
