import { isBlank } from '@portico/contract'
import { type KeyboardEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react'
import { useDraft } from '../../../app/draft.ts'
import type { Conversation } from '../conversation.ts'
import { useTypingNotifications } from './use-typing-notifications.ts'
import '../../../ui/Field.css'
import './composer.css'

const LONGEST = 10_000

interface Props {
  /** Of its draft. */
  name: string
  conversation: Conversation | undefined
}

/** Enter sends, Shift-Enter breaks the line. What is half typed survives a reload. */
export function Composer({ name, conversation }: Props) {
  const { draft, change, forget } = useDraft(name, { text: '' })
  const input = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingNotifications(conversation)
  const surplus = tooLongBy(draft.text)
  useGrowing(input, draft.text)

  function send() {
    if (surplus > 0 || !conversation?.send(draft.text)) return
    change({ text: '' })
    forget()
    typing.sent()
    input.current?.focus()
  }

  function press(event: KeyboardEvent) {
    // While a word is composed (Japanese, Chinese, dead keys) Enter chooses it; 229 is how Safari says so.
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
          typing.typed(!isBlank(target.value))
        }}
        onKeyDown={press}
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

/** As high as what is written, up to what the styles allow. */
function useGrowing(input: { current: HTMLTextAreaElement | null }, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows with the text
  useLayoutEffect(() => {
    if (!input.current) return
    input.current.style.height = 'auto'
    const { scrollHeight, offsetHeight, clientHeight } = input.current
    input.current.style.height = `${scrollHeight + offsetHeight - clientHeight}px`
  }, [text])
}

/** Counted as the server counts: a face is one character. */
function tooLongBy(text: string) {
  return text.length > LONGEST ? Math.max(0, [...text.trim().normalize('NFC')].length - LONGEST) : 0
}
