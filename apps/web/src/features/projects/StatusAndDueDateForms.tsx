import type { projects } from '@portico/contract'
import { useId } from 'react'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { useToday } from '../../ui/use-now.ts'
import { DueDateForm } from './DueDateForm.tsx'
import { StatusForm } from './StatusForm.tsx'
import { statusAndDueDateText } from './status-and-due-date-text.ts'
import './StatusAndDueDateForms.css'

/** Beside the files where there is room, else above them and folded into one line. */
export function StatusAndDueDateForms({ project }: { project: projects.Project }) {
  const fold = useRestorableOpen('status-and-due-date')
  const formsId = useId()
  const today = useToday(project.timeZone)
  return (
    <div className="set" data-open={fold.isOpen || undefined}>
      <p className="set__line" data-no-print>
        {today && statusAndDueDateText(project, today)}.{' '}
        <button
          type="button"
          className="link"
          aria-expanded={fold.isOpen}
          aria-controls={formsId}
          onClick={() => (fold.isOpen ? fold.close() : fold.open())}
        >
          {fold.isOpen ? 'Close' : 'Change'}
        </button>
      </p>
      <div id={formsId} className="form set__forms">
        <StatusForm project={project} />
        <DueDateForm project={project} />
      </div>
    </div>
  )
}
