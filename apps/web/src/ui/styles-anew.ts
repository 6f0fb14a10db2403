const failed = new Set<Element>()

if (typeof document !== 'undefined') {
  document.addEventListener('error', ({ target }) => isStylesOfCode(target) && failed.add(target), true)
}

/** React asks for those of pages itself. */
function isStylesOfCode(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.matches('[rel=stylesheet][crossorigin]')
}

/** Styles that did not come with their code: Vite asks for code again, but never for its styles. */
export function stylesAnew() {
  const links = [...failed]
  failed.clear()
  return Promise.all(links.map(askAgain))
}

function askAgain(link: Element) {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = resolve
    again.onerror = reject
    link.replaceWith(again)
  })
}
