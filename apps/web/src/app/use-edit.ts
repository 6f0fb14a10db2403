import { useState } from 'react'
import { useDraft } from './draft.ts'

type FieldErrors = Record<string, string>

/** The changed and unsaved fields of a form; all others are as the server has them. */
export function useEdit<T extends Record<string, string>>(
  name: string,
  saved: T,
  findMissing: (values: T) => FieldErrors,
) {
  const { draft, change, clearDraft } = useDraft<Partial<T>>(name, {})
  const [missing, setMissing] = useState<FieldErrors>()
  const values: T = { ...saved, ...draft }
  const changedFields = Object.keys(saved).filter((field) => values[field] !== saved[field])

  /** Only the changed fields, so that a change made elsewhere is not undone. Undefined while something is missing. */
  function changes(): Partial<T> | undefined {
    if (changedFields.length === 0) return undefined
    const missingFields = findMissing(values)
    const isComplete = Object.keys(missingFields).length === 0
    setMissing(isComplete ? undefined : missingFields)
    return isComplete
      ? (Object.fromEntries(changedFields.map((field) => [field, values[field]])) as Partial<T>)
      : undefined
  }

  return { values, change, clearDraft, missing, changes, untouched: changedFields.length === 0 }
}
