import { PaletteDialog } from './PaletteDialog.tsx'
import { goTo, hidden, logOutAction, themeAction } from './palette-action.tsx'
import type { PaletteProps } from './palette-props.ts'
import { useCreateActions } from './use-create-actions.tsx'

const places = [
  goTo('home', 'Dashboard', '/', 'home start'),
  goTo('people', 'Clients', '/clients'),
  goTo('folder', 'Projects', '/projects'),
  goTo('done', 'Requests', '/requests', 'asked overdue reminders'),
  goTo('chat', 'Chat', '/chat', 'messages'),
  goTo('clock', 'Notifications', '/notifications', 'bell unread'),
  goTo('archive', 'Archived clients', '/clients?archived=true'),
  goTo('archive', 'Archived projects', '/projects?archived=true'),
  goTo('trash', 'Deleted projects and files', '/bin', 'bin trash restore'),
  goTo('settings', 'Settings', '/settings', 'profile name time zone'),
  goTo('settings', 'Notification settings', '/settings/notifications', 'emails push'),
  goTo('settings', 'Security settings', '/settings/security', 'password sessions devices'),
  goTo('help', 'Support', '/help', 'help contact'),
].map(hidden)

export default function FreelancerPalette(props: PaletteProps) {
  const create = useCreateActions(props.onPanel)
  return (
    <PaletteDialog {...props} actions={[...create, ...places, themeAction(), logOutAction('freelancer')]} />
  )
}
