import { Fragment, memo, useEffect, useState } from 'react'

/** Makes web and email addresses clickable; all other text stays as it is. */
export const TextWithLinks = memo(function TextWithLinks({ text }: { text: string }) {
  const splitLinks = useSplitLinks(mayContainLink.test(text))
  if (!splitLinks) return text
  return splitLinks(text).map(({ start, text: part, href }) =>
    href ? (
      <a key={start} className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    ),
  )
})

/** Most texts contain no link, so the code that finds them is loaded for the first that may. */
const mayContainLink = /\S[.@]\S|:\/\//

const loadSplitLinks = () => import('./split-links.ts')
let loaded: Awaited<ReturnType<typeof loadSplitLinks>> | undefined

/** Undefined when it is not needed or not loaded yet. Where it cannot be loaded the text stays plain. */
function useSplitLinks(isNeeded: boolean) {
  const [, setIsLoaded] = useState(loaded !== undefined)
  useEffect(() => {
    if (!isNeeded || loaded) return
    let isUnmounted = false
    loadSplitLinks().then(
      (module) => {
        loaded = module
        if (!isUnmounted) setIsLoaded(true)
      },
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [isNeeded])
  return isNeeded ? loaded?.splitLinks : undefined
}
