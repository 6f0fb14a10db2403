import { useRef, useState } from 'react'
import { ApiError } from './api.ts'

/** A form's one call where there is no query client: busy while under way, its failure kept, never sent twice at once. */
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
