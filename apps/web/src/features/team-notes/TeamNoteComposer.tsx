import { isBlank } from '@portico/contract'
import { useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { MessageForm } from '../feedback/use-message-form.ts'
import { MentionField, type MentionFieldHandle } from './MentionField.tsx'
import type { Mentionable } from './mention-text.ts'

interface Props {
  form: MessageForm
  people: readonly Mentionable[]
}

/** A new note. It has no other readers to choose from. */
export function TeamNoteComposer({ form, people }: Props) {
  const id = useId()
  const field = useRef<MentionFieldHandle>(null)
  return (
    <form
      className="team-compose"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <label className="vh" htmlFor={id}>
        Note for your team
      </label>
      <MentionField
        ref={field}
        id={id}
        placeholder="Write to your team"
        value={form.message}
        people={people}
        onChange={form.type}
        onSubmit={form.submit}
      />
      <div className="team-compose__acts">
        {people.length > 0 && (
          <Button look="quiet" size="sm" onClick={() => field.current?.startMention()}>
            @ Mention
          </Button>
        )}
        <span className="team-compose__send">
          <Button type="submit" size="sm" busy={form.isSending} disabled={isBlank(form.message)}>
            Add team note
          </Button>
        </span>
      </div>
    </form>
  )
}
