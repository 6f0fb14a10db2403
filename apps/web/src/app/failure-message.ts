import type { ApiError } from './api.ts'

/** Two lines for a failed call: the fixed sentence above the server's; else the server's alone; else the fallback. */
export function failureMessage(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  { failure, fallback }: { failure?: string; fallback?: string } = {},
): [title: string, detail: string | undefined] {
  const detail = status === 0 ? 'We could not reach the server.' : undefined
  if (failure) return [failure, message || detail]
  return message ? [message, undefined] : [fallback ?? 'That did not work. Please try again.', detail]
}
