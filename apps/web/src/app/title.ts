const prefixed = /^(?:\(\d+\+?\)|Preview:) /

/** Puts the prefix before every title that a page sets. Returns a function that stops it. */
export function prefixTitle(prefix: string) {
  const apply = () => {
    const title = prefix + bareTitle()
    if (document.title !== title) document.title = title
  }
  apply()
  const observer = new MutationObserver(apply)
  observer.observe(document.head, { subtree: true, childList: true, characterData: true })
  return () => {
    observer.disconnect()
    document.title = bareTitle()
  }
}

export const bareTitle = () => document.title.replace(prefixed, '')
