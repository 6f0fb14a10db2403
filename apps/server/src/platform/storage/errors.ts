import { problem } from '../http/problem.ts'

export const NoRoom = problem('NO_ROOM', 507, 'There is no room left to store this.', {
  when: 'The disk, or the bucket, is full, or would be too nearly full with all uploads that have begun. Nothing of the upload was kept.',
})
export const StorageNotReady = problem(
  'STORAGE_NOT_READY',
  503,
  'Files cannot be reached just now. Please try again in a moment.',
  { when: 'The place where files are kept does not answer. Try again after `Retry-After` seconds.' },
)

/** What had arrived of an upload is not there any more, because the store has deleted it. */
export class PartialUploadLost extends Error {
  constructor(options?: ErrorOptions) {
    super('what had arrived of this upload is gone', options)
  }
}

/** Translates errors of the disk and of the store. Other errors pass unchanged. */
export async function mapStorageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStorageError(error)
  }
}

export function isNotFound(error: unknown) {
  return (error as NodeJS.ErrnoException)?.code === 'ENOENT'
}

/** For the file system. */
export function undefinedIfNotFound<T>(work: () => Promise<T>): Promise<T | undefined> {
  return mapStorageError(() => undefinedIf(isNotFound, work))
}

/** For S3. */
export function undefinedIfNoObject<T>(work: () => Promise<T>): Promise<T | undefined> {
  return mapStorageError(() => undefinedIf(({ name }) => name === 'NoSuchKey' || name === 'NotFound', work))
}

async function undefinedIf<T>(isExpected: (error: Error) => boolean, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (isExpected(error as Error)) return undefined
    throw error
  }
}

function toStorageError(error: unknown) {
  const { code = '', name = '', syscall, $metadata } = error as LowLevelError
  if (FULL.test(code) || FULL.test(name) || $metadata?.httpStatusCode === 507)
    return new NoRoom({ cause: error })
  return syscall || $metadata || name === 'TimeoutError' ? new StorageNotReady({ cause: error }) : error
}

/** Errors of the file system have `syscall`, those of the S3 library `$metadata`. */
interface LowLevelError extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number }
}

const FULL = /^(ENOSPC|EDQUOT|EFBIG|XMinioStorageFull|QuotaExceeded|InsufficientStorage)$/
