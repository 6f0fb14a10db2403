import { useSyncExternalStore } from 'react'
import { chooseTheme, type Theme } from '../../app/theme.ts'
import { Segments } from '../../ui/Segments.tsx'

const themes = { System: 'system', Light: 'light', Dark: 'dark' } as const
type Label = keyof typeof themes
const labels = Object.keys(themes) as Label[]

/** The Theme button in the sidebar changes the same setting. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(watchTheme, currentTheme)
  const chosen = labels.find((label) => themes[label] === theme) ?? 'System'
  return (
    <Segments
      label="Theme"
      options={labels}
      value={chosen}
      onChange={(label) => chooseTheme(themes[label])}
    />
  )
}

const currentTheme = () => (document.documentElement.dataset.theme ?? 'system') as Theme

function watchTheme(onChange: () => void) {
  const watcher = new MutationObserver(onChange)
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => watcher.disconnect()
}
