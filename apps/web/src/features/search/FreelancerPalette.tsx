import { paths } from '@portico/contract'
import { PaletteDialog } from './PaletteDialog.tsx'
import { goTo, hidden, logOutAction, themeAction } from './palette-action.tsx'
import type { PaletteProps } from './palette-props.ts'
import { useCreateActions } from './use-create-actions.tsx'

const places = [
  goTo('home', 'Dashboard', '/', 'home start'),
  goTo('people', 'Clients', paths.freelancer.clients),
  goTo('folder', 'Projects', paths.freelancer.projects),
  goTo('done', 'Requests', paths.freelancer.requests, 'asked overdue reminders'),
  goTo('chat', 'Chat', paths.freelancer.chat, 'messages'),
  goTo('clock', 'Notifications', paths.freelancer.notifications, 'bell unread'),
  goTo('clock', 'Overdue projects', paths.freelancer.overdueProjects, 'late due deadline'),
  goTo('archive', 'Archived clients', paths.freelancer.archivedClients),
  goTo('archive', 'Archived projects', paths.freelancer.archivedProjects),
  goTo('trash', 'Deleted projects and files', paths.freelancer.bin, 'bin trash restore'),
  goTo('settings', 'Settings', paths.freelancer.settings, 'profile name time zone'),
  goTo('settings', 'Notification settings', paths.freelancer.notificationSettings, 'emails push'),
  goTo('settings', 'Security settings', paths.freelancer.security, 'password sessions devices'),
  goTo('help', 'Support', paths.freelancer.help, 'help contact'),
].map(hidden)

export default function FreelancerPalette(props: PaletteProps) {
  const create = useCreateActions(props.onPanel)
  return (
    <PaletteDialog {...props} actions={[...create, ...places, themeAction(), logOutAction('freelancer')]} />
  )
}
