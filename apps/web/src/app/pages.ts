import type { Page } from './api.ts'

/** The most that a page can have, for lists that a screen needs as a whole. */
export const LARGEST_PAGE = 200

/** For lists that load while one scrolls: the first rows come sooner when they are few, and rendering more must not block scrolling. */
export const scrolledLimit = (cursor: string | undefined) => (cursor === undefined ? 30 : 50)

/** Reads one page after another, up to the last. */
export async function readAllPages<Answer>(readPage: (cursor: string | undefined) => Promise<Page<Answer>>) {
  const answers: Answer[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    answers.push(page.items)
    cursor = page.cursor
  } while (cursor)
  return answers
}

/** Options that all infinite queries over lists of the API share. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>) => last.cursor,
}
