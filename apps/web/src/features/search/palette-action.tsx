import { matchesTitle, parseTitleQuery } from '@portico/contract'
import { logOut } from '../../app/logout.ts'
import type { Area } from '../../app/session.ts'
import { chooseTheme, themeOnScreen } from '../../app/theme.ts'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import type { PaletteOption } from './palette-option.ts'

export interface PaletteAction extends Omit<PaletteOption, 'key' | 'label'> {
  label: string
  /** Further words that find it. */
  words: string
  /** Shown only when the typed text names it. */
  isHidden?: boolean
}

/** The actions that match the text. Without a text, all that are not hidden. */
export function findActions(actions: PaletteAction[], text: string): PaletteOption[] {
  const query = parseTitleQuery(text)
  return actions
    .filter(({ label, words: more, isHidden }) =>
      text ? matchesTitle(`${label} ${more}`, query) : !isHidden,
    )
    .map(({ label, ...action }) => ({ ...action, key: `action ${label}`, label: [[label, false]] }))
}

export function goTo(icon: IconName, label: string, to: string, words = ''): PaletteAction {
  return { icon: <Icon name={icon} />, label, to, words }
}

export const hidden = (action: PaletteAction): PaletteAction => ({ ...action, isHidden: true })

export function themeAction(): PaletteAction {
  const other = themeOnScreen() === 'dark' ? 'light' : 'dark'
  return {
    icon: <CoreIcon name="theme" />,
    label: other === 'dark' ? 'Dark theme' : 'Light theme',
    words: 'mode colours appearance',
    run: () => chooseTheme(other),
  }
}

export const logOutAction = (area: Area): PaletteAction => ({
  icon: <Icon name="logout" />,
  label: 'Log out',
  words: 'logout sign out',
  isHidden: true,
  run: () => logOut(area),
})
