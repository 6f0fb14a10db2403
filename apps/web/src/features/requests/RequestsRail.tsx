import { paths, type projects, requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { switchReminders } from './change-requests.queries.ts'
import { ProjectLinks } from './ProjectLinks.tsx'
import { dayText } from './request-text.ts'

interface Props {
  project: projects.Project
  reminders: requests.Reminders
}

/** The settings for all requests of a project. */
export function RequestsRail({ project, reminders }: Props) {
  const { firstName, id: clientId } = project.Client
  const { mutate } = useMutation(switchReminders(project.id))
  const today = useLocalDay()
  return (
    <aside className="rest requests-rail" aria-label="Reminders and links">
      {project.archivedAt === null && (
        <section>
          <Switch
            label={`Remind ${firstName}`}
            hint={hintText(reminders, firstName, today)}
            isOn={reminders.on}
            onChange={(on) => mutate(on)}
          />
          {reminders.on && reminders.blockedBy && (
            <Notice>
              {reminders.blockedBy === 'uninvited' && `No reminders are sent until ${firstName} has come in.`}
              {reminders.blockedBy === 'address' && (
                <>
                  No reminders reach {firstName}: the email address does not work.{' '}
                  <Link className="link" to={paths.freelancer.client(clientId)}>
                    Change it
                  </Link>
                </>
              )}
              {reminders.blockedBy === 'unsubscribed' &&
                `${firstName} wants no emails about work, so no reminders are sent.`}
            </Notice>
          )}
        </section>
      )}
      <ProjectLinks projectId={project.id} isArchived={project.archivedAt !== null} />
      <Link className="link small" to={paths.freelancer.requests}>
        Requests on all projects
      </Link>
    </aside>
  )
}

function hintText({ on, lastAt, nextAt, blockedBy }: requests.Reminders, firstName: string, today: string) {
  const rule = `On day ${requests.REMINDER_DAYS_TEXT}, at 9:00 where ${firstName} is, in one email, until ${firstName} reacts.`
  const last = lastAt && `Last on ${dayText(lastAt, today)}.`
  const next = on && !blockedBy && nextAt && `Next on ${dayText(nextAt, today)}.`
  return [rule, last, next].filter(Boolean).join(' ')
}
