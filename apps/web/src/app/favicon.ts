/** Shows a dot in the icon of the tab. Returns a function that takes it away. */
export function showUnreadIcon() {
  setIcon('/favicon-unread.svg')
  return () => setIcon('/favicon.svg')
}

/** Browsers that do not know SVG keep the other icon. */
function setIcon(href: string) {
  document.head.querySelector('link[rel="icon"][type="image/svg+xml"]')?.setAttribute('href', href)
}
