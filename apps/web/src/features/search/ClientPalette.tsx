import { PaletteDialog } from './PaletteDialog.tsx'
import { goTo, hidden, logOutAction, themeAction } from './palette-action.tsx'
import type { PaletteProps } from './palette-props.ts'

const places = [
  goTo('folder', 'My Projects', '/client-dashboard', 'home dashboard start'),
  goTo('chat', 'Chat', '/client-dashboard/chat', 'messages write'),
  goTo('settings', 'Settings', '/client-dashboard/settings', 'notifications emails push'),
  hidden(goTo('clock', 'Notifications', '/client-dashboard/notifications', 'bell unread')),
  hidden(goTo('help', 'Support', '/client-dashboard/help', 'help contact')),
]

export default function ClientPalette(props: PaletteProps) {
  // A preview has nothing to log out of.
  const end = props.ownerId === undefined ? [] : [logOutAction('client')]
  return <PaletteDialog {...props} actions={[...places, themeAction(), ...end]} />
}
