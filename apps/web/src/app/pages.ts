import type { Page } from './api.ts'

/** What every infinite query over a list of the API has in common: where it starts, and how it goes on. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.cursor,
}

/** A list that begins with the page that has arrived. */
export const beginningWith = <P extends Page<unknown>>(page: P | undefined) =>
  page && { pages: [page], pageParams: [undefined] }
