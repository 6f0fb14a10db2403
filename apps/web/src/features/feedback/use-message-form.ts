import { isBlank } from '@portico/contract'
import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../../app/api.ts'
import { useDraft } from '../../app/draft.ts'
import type { Conflict } from '../../ui/ChangedMeanwhile.tsx'

const empty = { message: '', sending: '', isOpen: false, was: '' }
type Draft = typeof empty

/**
 * The state of a form for a message. The text survives a reload, and is put back into the field when sending fails.
 * The mutation needs a key of its own, by which the form finds sent messages. That
 * of an edited message depends on what it was when the form opened.
 */
export function useMessageForm<Stored, Context>(
  draftName: string,
  options:
    | UseMutationOptions<Stored, ApiError, string, Context>
    | ((was: string) => UseMutationOptions<Stored, ApiError, string, Context>),
) {
  // A message that is being sent is kept until it is stored, so that a reload loses nothing.
  const { draft, change } = useDraft(draftName, empty)
  const mutation = typeof options === 'function' ? options(draft.was) : options
  const { mutate, error, reset } = useMutation(mutation)

  const last = useMutationState({
    filters: { mutationKey: mutation.mutationKey },
    select: ({ state }) => state.status,
  }).at(-1)
  const isSending = last === 'pending'

  // Runs also when the page was left and opened again meanwhile. After a reload the outcome is unknown, so the text is put
  // back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each mutation that ends
  useEffect(() => {
    if (draft.sending && !isSending) change(last === 'success' ? { sending: '', was: '' } : restoreUnsent)
  }, [last])

  return {
    message: draft.message,
    isOpen: draft.isOpen,
    isSending,
    /** The text that is on its way. */
    sending: isSending ? draft.sending : '',
    type: (message: string) => change({ message }),
    open(message = '') {
      reset()
      change({ message, isOpen: true, was: message })
    },
    cancel: () => change({ message: '', isOpen: false, was: '' }),
    /** If the edited message, which is now `present`, was changed while the form was open. */
    conflictWith(present: string): Conflict | undefined {
      const theirs = Object.values(error?.current ?? {})[0] ?? present
      if (!draft.isOpen || !draft.was || draft.was === theirs || draft.message === theirs) return undefined
      return {
        theirs,
        keepMine: () => change({ was: theirs }),
        takeTheirs: () => change({ message: '', isOpen: false, was: '' }),
      }
    },
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
