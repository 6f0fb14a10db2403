import type { ApiError } from './api.ts'

/**
 * What a person is told when a call failed, as a first and a second line: the fixed sentence with the server's below
 * it; else the server's; else the fallback.
 */
export function failureMessage(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  { failure, fallback }: { failure?: string; fallback?: string } = {},
): [title: string, detail: string | undefined] {
  const detail = status === 0 ? 'We could not reach the server.' : undefined
  if (failure) return [failure, message || detail]
  return message ? [message, undefined] : [fallback ?? 'That did not work. Please try again.', detail]
}
