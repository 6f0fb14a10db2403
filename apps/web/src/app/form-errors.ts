import { useEffect, useRef } from 'react'
import type { ApiError } from './api.ts'
import { failureMessage } from './failure-message.ts'

/** Focuses the first invalid field whenever there is a new error. */
export function useFocusFirstError<Element extends HTMLElement = HTMLFormElement>(error: unknown) {
  const form = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error runs it again
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}

/** The text of an error, unless one of the fields shows it already. */
export function formErrorText(
  error: ApiError | null | undefined,
  fields: readonly string[],
  fallback: string,
) {
  if (!error || fields.some((field) => error.fields[field])) return undefined
  const [title, detail] = failureMessage(error, { fallback })
  return [title, detail].filter(Boolean).join(title.endsWith('.') ? ' ' : '. ')
}
