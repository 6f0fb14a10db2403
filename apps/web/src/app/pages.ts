import type { Page } from './api.ts'

/** What all infinite queries over lists of the API have in common. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.cursor,
}
