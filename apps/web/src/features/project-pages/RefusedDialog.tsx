import { plural, pluralForm, type projects } from '@portico/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  refused: projects.BulkResult['refused']
  listed: projects.Project[]
  onClose: () => void
}

/** Which projects were not changed, and why. They stay selected. */
export default function RefusedDialog({ refused, listed, onClose }: Props) {
  // The list may be without them by now.
  const [titles] = useState(() => new Map(listed.map(({ id, title }) => [id, title])))
  return (
    <Dialog
      title={`${plural(refused.length, 'project')} ${pluralForm(refused.length, 'was', 'were')} not changed`}
      description="Everything else is done. These stay selected."
      onClose={onClose}
    >
      <ul className="refused">
        {refused.map(({ id, message }) => (
          <li key={id}>
            <span className="refused__title">{titles.get(id) ?? 'A project that is gone'}</span>
            <span className="small soft">{message}</span>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
