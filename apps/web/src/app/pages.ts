import type { Page } from './api.ts'

/** Options that all infinite queries over lists of the API share. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.cursor,
}
