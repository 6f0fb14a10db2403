import { useRef, useState } from 'react'
import { ApiError } from './api.ts'

/** Submits a form on pages without a query client. Ignores a second submit while the first is running. */
export function useSubmit<Input>(send: (input: Input) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const isSubmitting = useRef(false)

  async function submit(input: Input) {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await send(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      isSubmitting.current = false
      setBusy(false)
    }
  }

  return { submit, busy, failure, clearFailure: () => setFailure(undefined) }
}
