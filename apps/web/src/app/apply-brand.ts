import type { brand } from '@portico/contract'

/** Colour, icons and title of every page until the returned function is called. `null`: the brand that was known before is over. */
export function applyBrand(shown: brand.ShownBrand | null) {
  if (!shown) {
    clearBrand()
    return () => {}
  }
  const { workspaceId, version, name, css } = shown
  const root = document.documentElement.dataset
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  root.brand = name
  const icon = (side: number) => `/brand/${workspaceId}/${version}/icon-${side}.png`
  const restoreIcons = setLinks({
    'link[rel="icon"][sizes="32x32"]': icon(32),
    'link[rel="icon"][type="image/svg+xml"]': icon(192),
    'link[rel="apple-touch-icon"]': icon(180),
  })
  const stopTitles = brandTitles(name)
  return () => {
    clearBrand()
    restoreIcons()
    stopTitles()
  }
}

function clearBrand() {
  document.adoptedStyleSheets = []
  delete document.documentElement.dataset.brand
}

function setLinks(addresses: Record<string, string>) {
  const changed = Object.entries(addresses).map(([selector, href]) => {
    const link = document.head.querySelector(selector)
    const before = link?.getAttribute('href')
    link?.setAttribute('href', href)
    return () => before && link?.setAttribute('href', before)
  })
  return () => {
    for (const restore of changed) restore()
  }
}

/** `Portico | My Projects` becomes `Marsh Studio | My Projects`, whichever page sets it. */
function brandTitles(name: string) {
  const apply = () => {
    if (document.title.includes('Portico | '))
      document.title = document.title.replace('Portico |', () => `${name} |`)
  }
  apply()
  const observer = new MutationObserver(apply)
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  return () => observer.disconnect()
}
