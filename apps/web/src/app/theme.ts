/** The person's own choice wins over the system's setting; the script in the head reads it before the first paint. */
export function switchTheme() {
  const root = document.documentElement
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : window.matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
  localStorage.setItem('portico.theme', root.dataset.theme)
}
