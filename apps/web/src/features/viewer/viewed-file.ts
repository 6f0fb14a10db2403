import type { files } from '@portico/contract'

/** A file with its newest links, and when they were read. */
export type ViewedFile = files.FileInProject & { readAt: number }
