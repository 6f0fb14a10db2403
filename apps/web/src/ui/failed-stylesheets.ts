const failed = new Set<Element>()

if (typeof document !== 'undefined') {
  document.addEventListener('error', ({ target }) => isLazyStylesheet(target) && failed.add(target), true)
}

/** React asks for those of pages itself. */
function isLazyStylesheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.matches('[rel=stylesheet][crossorigin]')
}

/** Styles that did not come with their code: Vite asks for code again, but never for its styles. */
export function reloadFailedStylesheets() {
  const links = [...failed]
  failed.clear()
  return Promise.all(links.map(reload))
}

function reload(link: Element) {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = reject
    link.replaceWith(again)
  })
}
