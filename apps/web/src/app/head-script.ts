import { type Area, BRAND_KEY, KNOWN_CLIENT_KEY, THEME_KEY, TOKEN_KEYS } from './stored.ts'

/**
 * Runs in the head of every document before the first paint. Most public pages have no other script. The build puts it into
 * the HTML as text (scripts/inline-script.ts). It is code for old browsers too, and every byte is in every page, so it
 * imports only names, and uses no syntax that would be rewritten at length.
 */

declare global {
  interface Window {
    /** The token of an emailed link, the page it opened and where it leads on to, taken from the address bar. */
    porticoLink?: { page: string; token: string | null; to?: string | null } | null
    /** A form that was submitted before React had hydrated the page. */
    porticoEarly?: HTMLFormElement | null
    porticoAwake?: boolean
  }
}

const PAGES_OF_EMAILED_LINKS =
  /^\/(client-login|reset-password|confirm(-new)?-email|undo-email|invitation|chat-mail|unsubscribe|email-settings)\/?$/

const shown = document.documentElement.dataset

if (PAGES_OF_EMAILED_LINKS.test(location.pathname)) takeTokenFromAddress()
applyTheme()
if (location.pathname.startsWith('/client')) applyBrand()
markSignedIn()
// The browser may restore a page from its cache after a login or logout elsewhere.
addEventListener('pageshow', markSignedIn)
addEventListener('DOMContentLoaded', markSignedIn)
addEventListener('submit', holdEarlySubmit, true)
addEventListener('click', handleClick)
addEventListener('dragover', refuseDrop)
addEventListener('drop', refuseDrop)

/** No history, bookmark or screenshot is to have the token. */
function takeTokenFromAddress() {
  const query = new URLSearchParams(location.search)
  window.porticoLink = {
    page: location.pathname.split('/')[1] as string,
    token: query.get('token'),
    to: query.get('to') || query.get('topic'),
  }
  history.replaceState(history.state, '', location.pathname)
}

function applyTheme() {
  const theme = readStored(THEME_KEY)
  if (theme === 'light' || theme === 'dark') shown.theme = theme
}

/** The page names its brand where the server knows it; else it is the one that this browser has seen last (client-brand.ts). */
function applyBrand() {
  try {
    const named = document.querySelector<HTMLMetaElement>('meta[name=portico-brand]')
    const brand = JSON.parse(named ? named.content : (readStored(BRAND_KEY) as string))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(brand.css)
    // Throws where it is none.
    shown.brand = brand.name.trim()
    document.adoptedStyleSheets = [sheet]
  } catch {
    // There is none, or the browser is too old: the page has Portico's colours.
  }
}

/** Null also where the browser blocks its storage. */
function readStored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Sets `data-signed-in` to the area whose token is stored, or to `before` where only a client was signed in before. From `/` and
 * `/welcome` it leads a client to their portal or the way there, unless a freelancer is signed in too.
 */
function markSignedIn() {
  const area = (['freelancer', 'client'] as const).find(hasUsableToken)
  const known = readStored(KNOWN_CLIENT_KEY)
  if (area || known) shown.signedIn = area || 'before'
  else delete shown.signedIn
  if (shown.signedIn && area !== 'freelancer' && /^\/(welcome\/?)?$/.test(location.pathname))
    location.replace(area ? '/client-dashboard' : '/client-login')
  // The first run is before the body.
  if (known) for (const name of document.querySelectorAll('[data-client-name]')) name.textContent = known
}

/** Decides as session-storage.ts does: the server says whether the time of a token is over. */
function hasUsableToken(area: Area) {
  try {
    // Whatever is missing or malformed throws.
    const parts = (readStored(TOKEN_KEYS[area]) as string).split('.')
    const claims = JSON.parse(atob((parts[1] as string).replace(/-/g, '+').replace(/_/g, '/')))
    return (
      parts.length === 3 &&
      claims &&
      typeof claims === 'object' &&
      (claims.exp === undefined || typeof claims.exp === 'number')
    )
  } catch {
    return false
  }
}

/** replayEarlySubmit (early-submit.ts) submits the form once React has hydrated the page. */
function holdEarlySubmit(event: SubmitEvent) {
  if (window.porticoAwake) return
  event.preventDefault()
  window.porticoEarly = event.target as HTMLFormElement
}

/**
 * `data-does="theme"` switches the theme. `data-opens="menu"` opens that dialog; a link in it, `data-does="close"` and a
 * click beside it close it.
 */
function handleClick(event: MouseEvent) {
  const target = event.target as Element
  const control = target.closest<HTMLElement>('[data-does],[data-opens]')
  const menu = target.closest<HTMLDialogElement>('dialog[data-menu]')
  if (control) {
    const { does, opens } = control.dataset
    if (opens) (document.getElementById(opens) as HTMLDialogElement).showModal()
    if (does === 'theme') switchTheme()
  }
  if (menu && (target === menu || target.closest('a,[data-does=close]'))) menu.close()
}

function switchTheme() {
  const current = shown.theme || (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light')
  shown.theme = current === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(THEME_KEY, shown.theme)
  } catch {
    // The browser blocks its storage: the choice lasts as long as the page.
  }
}

/** A file, picture or link that is dropped where nothing takes it does not replace the page. */
function refuseDrop(event: DragEvent) {
  const data = event.dataTransfer
  if (!data) return
  const takers = data.types.includes('Files') ? 'input[type=file]' : 'input,textarea,[contenteditable]'
  const target = event.target as Element | Document
  if ('closest' in target && target.closest(takers)) return
  event.preventDefault()
  data.dropEffect = 'none'
}
