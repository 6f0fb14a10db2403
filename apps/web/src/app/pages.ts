import type { Page } from './api.ts'

/** What every infinite query over a list of the API has in common: where it starts, and how it goes on. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.cursor,
}
