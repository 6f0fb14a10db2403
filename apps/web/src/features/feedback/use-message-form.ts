import { isBlank } from '@portico/contract'
import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../../app/api.ts'
import { useDraft } from '../../app/draft.ts'

const empty = { message: '', sending: '', isOpen: false }
type Draft = typeof empty

/**
 * The state of a form for a message. The text survives a reload, and is put back into the field when sending fails.
 * The mutation needs a key of its own, by which the form finds sent messages.
 */
export function useMessageForm<Stored, Context>(
  draftName: string,
  options: UseMutationOptions<Stored, ApiError, string, Context>,
) {
  const { mutate } = useMutation(options)
  // A message that is being sent is kept until it is stored, so that a reload loses nothing.
  const { draft, change } = useDraft(draftName, empty)

  const last = useMutationState({
    filters: { mutationKey: options.mutationKey },
    select: ({ state }) => state.status,
  }).at(-1)
  const isSending = last === 'pending'

  // Runs also when the page was left and opened again meanwhile. After a reload the outcome is unknown, so the text is put
  // back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each mutation that ends
  useEffect(() => {
    if (draft.sending && !isSending) change(last === 'success' ? { sending: '' } : restoreUnsent)
  }, [last])

  return {
    message: draft.message,
    isOpen: draft.isOpen,
    isSending,
    /** The text that is on its way. */
    sending: isSending ? draft.sending : '',
    type: (message: string) => change({ message }),
    open: (message = '') => change({ message, isOpen: true }),
    cancel: () => change({ message: '', isOpen: false }),
    submit() {
      if (isSending || isBlank(draft.message)) return
      change({ message: '', sending: draft.message, isOpen: false })
      mutate(draft.message)
    },
  }
}

export type MessageForm = ReturnType<typeof useMessageForm>

/** Puts the unsent message back into the field, above text that was typed since. */
function restoreUnsent({ message, sending }: Draft): Partial<Draft> {
  return { message: isBlank(message) ? sending : `${sending}\n\n${message}`, sending: '', isOpen: true }
}
