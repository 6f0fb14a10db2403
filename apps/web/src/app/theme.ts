import { storedTheme } from './stored.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The choice wins over the system's setting. The script in the head applies it before the first paint. */
export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    delete dataset.theme
    storedTheme.remove()
  } else {
    dataset.theme = theme
    storedTheme.write(theme)
  }
}

/** The theme that is shown: the chosen one, else the system's. */
export function themeOnScreen() {
  const { theme } = document.documentElement.dataset
  return theme ?? (window.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}
