import { reviews } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { sendCode } from './reviews.queries.ts'

/** The code for a decision, if the review needs one. */
export interface CodeSending {
  status: 'none' | 'sending' | 'sent' | 'refused'
  /** Where it went; undefined until the server has answered. */
  email: string | undefined
  error: string | undefined
  send: () => void
}

/**
 * Mails a code unless the last one still works. The state outlives the dialog, so that opening it again mails no
 * other code.
 */
export function useCode() {
  const { mutate, data, error, isPending, submittedAt, variables } = useMutation(sendCode)
  const isSent = data?.emailStatus === 'queued'
  return {
    sendIfNeeded({ id, needsCode }: reviews.Review) {
      const isFresh = Date.now() - submittedAt < reviews.CODE_SECONDS * 1_000
      if (needsCode && !isPending && !(isSent && variables === id && isFresh)) mutate(id)
    },
    of: (id: string): CodeSending => ({
      status: isPending ? 'sending' : isSent ? 'sent' : data ? 'refused' : 'none',
      email: data?.email,
      error: error?.message,
      send: () => mutate(id),
    }),
  }
}
