import type { ListedFile } from './files.queries.ts'

/** Whether the client can be asked about the newest version of a file. The server also looks at their open notes. */
export const mayAskForReview = ({ review }: Pick<ListedFile, 'review'>) =>
  review?.state !== 'open' && review?.state !== 'approved'
