const prefixed = /^\(\d+\) /

/** Keeps this before the document's title, whatever page gives it another one; answers how to stop. */
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

/** The title as the page itself has it. */
export const bareTitle = () => document.title.replace(prefixed, '')
