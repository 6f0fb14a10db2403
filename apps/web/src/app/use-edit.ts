import { useState } from 'react'
import { useDraft } from './draft.ts'

type FieldErrors = Record<string, string>

/** Holds what was touched and not yet saved; everything else is as the server has it. */
export function useEdit<T extends Record<string, string>>(
  name: string,
  saved: T,
  findMissing: (values: T) => FieldErrors,
) {
  const { draft, change, forget } = useDraft<Partial<T>>(name, {})
  const [missing, setMissing] = useState<FieldErrors>()
  const values: T = { ...saved, ...draft }
  const touched = Object.keys(saved).filter((field) => values[field] !== saved[field])

  /** Only what was touched, so that nothing changed elsewhere is put back; nothing at all while something is missing. */
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
