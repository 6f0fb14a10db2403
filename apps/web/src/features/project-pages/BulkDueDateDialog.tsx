import { plural } from '@portico/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatDay } from '../../ui/dates.ts'
import { Field } from '../../ui/Field.tsx'

interface Props {
  count: number
  onChoose: (dueDate: string | null) => void
  onClose: () => void
}

/** Asks for one due date for several projects. */
export default function BulkDueDateDialog({ count, onChoose, onClose }: Props) {
  const [day, setDay] = useState('')
  return (
    <Dialog
      title="Set due date"
      description={`The same for ${plural(count, 'project')}. Their clients see it.`}
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(day || null)
        }}
      >
        <Field label="Due date" hint={day ? formatDay(day) : 'No deadline'}>
          {(props) => (
            <input
              {...props}
              className="input num"
              type="date"
              max="9999-12-31"
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <div className="actions">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary">
            {day ? 'Set due date' : 'Remove due date'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
