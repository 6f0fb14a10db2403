import { useState } from 'react'
import { useDraft } from './draft.ts'

type FieldErrors = Record<string, string>

/** The changed and unsaved fields of a form; all others are as the server has them. */
export function useEdit<T extends Record<string, string>>(
  name: string,
  saved: T,
  findMissing: (values: T) => FieldErrors,
) {
  const { draft, change, forget } = useDraft<Partial<T>>(name, {})
  const [missing, setMissing] = useState<FieldErrors>()
  const values: T = { ...saved, ...draft }
  const touched = Object.keys(saved).filter((field) => values[field] !== saved[field])

  /** Only the changed fields, so that a change made elsewhere is not undone. Undefined while something is missing. */
  function changes(): Partial<T> | undefined {
    if (touched.length === 0) return undefined
    const found = findMissing(values)
    const whole = Object.keys(found).length === 0
    setMissing(whole ? undefined : found)
    return whole
      ? (Object.fromEntries(touched.map((field) => [field, values[field]])) as Partial<T>)
      : undefined
  }

  return { values, change, forget, missing, changes, untouched: touched.length === 0 }
}
