import { isBlank } from '@portico/contract'
import { type KeyboardEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react'
import { useDraft } from '../../../app/draft.ts'
import type { Conversation } from '../conversation.ts'
import { useTypingNotifications } from './use-typing-notifications.ts'
import '../../../ui/Field.css'
import './composer.css'

const MAX_LENGTH = 10_000

interface Props {
  draftName: string
  conversation: Conversation | undefined
}

/** The message input. Enter sends, Shift-Enter starts a new line; the typed text survives a reload. */
export function Composer({ draftName, conversation }: Props) {
  const { draft, change, clearDraft } = useDraft(draftName, { text: '' })
  const input = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingNotifications(conversation)
  const surplus = countSurplus(draft.text)
  useAutoHeight(input, draft.text)

  function send() {
    if (surplus > 0 || !conversation?.send(draft.text)) return
    change({ text: '' })
    clearDraft()
    typing.handleSent()
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter confirms it. Safari reports that as key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={input}
        className="input"
        rows={1}
        dir="auto"
        aria-label="Message"
        placeholder="Type a message..."
        enterKeyHint="send"
        value={draft.text}
        aria-describedby={surplus > 0 ? 'message-too-long' : undefined}
        aria-invalid={surplus > 0 || undefined}
        onChange={({ target }) => {
          change({ text: target.value })
          typing.handleInput(!isBlank(target.value))
        }}
        onKeyDown={handleKeyDown}
      />
      <button type="submit" className="btn btn--primary" disabled={surplus > 0}>
        Send
      </button>
      {surplus > 0 && (
        <p className="composer__fault" id="message-too-long" role="status">
          {surplus.toLocaleString('en-GB')} characters too long.
        </p>
      )}
    </form>
  )
}

/** Fits the height to the text, up to the `max-height` of the styles. */
function useAutoHeight(input: { current: HTMLTextAreaElement | null }, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    if (!input.current) return
    input.current.style.height = 'auto'
    const { scrollHeight, offsetHeight, clientHeight } = input.current
    input.current.style.height = `${scrollHeight + offsetHeight - clientHeight}px`
  }, [text])
}

/** Counts code points as the server does: an emoji is one character. */
function countSurplus(text: string) {
  return text.length > MAX_LENGTH ? Math.max(0, [...text.trim().normalize('NFC')].length - MAX_LENGTH) : 0
}
