import { useEffect, useRef } from 'react'
import type { ApiError } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'

/** Whenever there is something new at fault, the focus goes to the first field that is marked as such. */
export function useFocusFirstError(fault: unknown) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fault is the reason to look, not what is looked at
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [fault])
  return form
}

/** What no field says already. */
export function formErrorText(
  error: ApiError | null | undefined,
  fields: readonly string[],
  fallback: string,
) {
  if (!error || fields.some((field) => error.fields[field])) return undefined
  return failureMessage(error, { fallback }).filter(Boolean).join('. ')
}
