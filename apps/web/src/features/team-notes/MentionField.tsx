import { pluralForm } from '@portico/contract'
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../../ui/Avatar.tsx'
import { findTypedMention, type Mentionable, matchMentionables } from './mention-text.ts'
import '../../ui/Field.css'

export interface MentionFieldHandle {
  /** Types an @ at the caret. */
  startMention(): void
}

interface Props {
  ref?: Ref<MentionFieldHandle>
  /** Takes the field once it is there. */
  focusRef?: ((field: HTMLElement | null) => void) | undefined
  id: string
  value: string
  people: readonly Mentionable[]
  placeholder?: string
  onChange: (value: string) => void
  onSubmit: () => void
}

/**
 * A text in which an @ offers people. While it does, the field is a combobox: the focus stays in it, and
 * `aria-activedescendant` names the person that Enter takes.
 */
export function MentionField({ ref, focusRef, id, value, people, placeholder, onChange, onSubmit }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  /** Undefined while the field has not the focus. */
  const [caret, setCaret] = useState<number>()
  /** Where the @ is whose list was closed by Escape. */
  const [closedAt, setClosedAt] = useState<number>()
  const [activeId, setActiveId] = useState<string>()
  /** Behind the space that came with a name, until something else is typed. */
  const afterSpace = useRef<number>(undefined)
  const typed = caret === undefined ? undefined : findTypedMention(value, caret)
  const options = typed && typed.start !== closedAt ? matchMentionables(people, typed.query) : []
  const active = options.find((one) => one.id === activeId) ?? options[0]
  useEffect(() => focusRef?.(field.current), [focusRef])
  const optionId = (one: Mentionable) => `${listId}-${one.id}`

  /** Puts text in the place of a part of the value, and the caret behind it. */
  function replace(start: number, end: number, text: string) {
    flushSync(() => onChange(value.slice(0, start) + text + value.slice(end)))
    const at = start + text.length
    field.current?.focus()
    field.current?.setSelectionRange(at, at)
    setCaret(at)
  }
  function choose({ label }: Mentionable) {
    if (!typed || caret === undefined) return
    const hasSpace = /\s/.test(value[caret] ?? '')
    replace(typed.start, caret, `@${label}${hasSpace ? '' : ' '}`)
    if (!hasSpace) afterSpace.current = field.current?.selectionStart
  }
  useImperativeHandle(ref, () => ({
    startMention() {
      const at = field.current?.selectionStart ?? value.length
      const isInWord = /\S/.test(value[at - 1] ?? '')
      setClosedAt(undefined)
      replace(at, field.current?.selectionEnd ?? at, isInWord ? ' @' : '@')
    },
  }))

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (!active || !typed) return
    if (event.key === 'Escape') {
      // The key closes the list only, not what the page closes by it.
      event.preventDefault()
      event.stopPropagation()
      return setClosedAt(typed.start)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isTaken = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!step && !isTaken) return
    event.preventDefault()
    if (!step) return choose(active)
    const next = options.at((options.indexOf(active) + step) % options.length)
    if (!next) return
    setActiveId(next.id)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  /** A full stop takes the place of the space that came with a name. */
  function type({ value: text, selectionStart: at }: HTMLTextAreaElement) {
    const isBehind = afterSpace.current !== undefined && at === afterSpace.current + 1
    afterSpace.current = undefined
    if (isBehind && /[.,;:!?)]/.test(text[at - 1] ?? '')) {
      flushSync(() => onChange(text.slice(0, at - 2) + text.slice(at - 1)))
      field.current?.setSelectionRange(at - 1, at - 1)
      return showAt(text, at - 1)
    }
    onChange(text)
    showAt(text, at)
  }
  /** Another @ is offered people again. */
  function showAt(text: string, at: number) {
    setCaret(at)
    if (findTypedMention(text, at)?.start !== closedAt) setClosedAt(undefined)
  }
  return (
    <>
      <textarea
        ref={field}
        id={id}
        className="input"
        name="text"
        rows={2}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => type(target)}
        onSelect={({ currentTarget }) => showAt(currentTarget.value, currentTarget.selectionStart)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={press}
        {...(active && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': optionId(active),
        })}
      />
      <span role="status" className="vh">
        {options.length > 0 &&
          pluralForm(options.length, 'One person to mention', `${options.length} people to mention`)}
      </span>
      {active && (
        <div
          id={listId}
          role="listbox"
          aria-label="People to mention"
          className="team-compose__options"
          // A press leaves the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((one) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={one.id}
              id={optionId(one)}
              role="option"
              aria-selected={one === active}
              tabIndex={-1}
              onPointerMove={() => setActiveId(one.id)}
              onClick={() => choose(one)}
            >
              <Avatar name={one.label} small />
              <span className="cut" dir="auto">
                {one.label}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
