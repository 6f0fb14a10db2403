import { useRef, useState } from 'react'
import { ApiError } from './api.ts'

/** The one call of a form where there is no query client: busy, the failure, and no second call before the first ends. */
export function useSubmit<Input>(send: (input: Input) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const underWay = useRef(false)

  async function submit(input: Input) {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await send(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return { submit, busy, failure, forget: () => setFailure(undefined) }
}
