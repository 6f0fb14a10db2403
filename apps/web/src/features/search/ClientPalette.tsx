import { paths } from '@portico/contract'
import { PaletteDialog } from './PaletteDialog.tsx'
import { goTo, hidden, logOutAction, themeAction } from './palette-action.tsx'
import type { PaletteProps } from './palette-props.ts'

const places = [
  goTo('folder', 'My Projects', paths.client.home, 'home dashboard start'),
  goTo('chat', 'Chat', paths.client.chat, 'messages write'),
  goTo('settings', 'Settings', paths.client.settings, 'notifications emails push'),
  hidden(goTo('clock', 'Notifications', paths.client.notifications, 'bell unread')),
  hidden(goTo('help', 'Support', paths.client.help, 'help contact')),
]

export default function ClientPalette(props: PaletteProps) {
  // A preview has nothing to log out of.
  const end = props.ownerId === undefined ? [] : [logOutAction('client')]
  return <PaletteDialog {...props} actions={[...places, themeAction(), ...end]} />
}
