import { find } from 'linkifyjs'
import { Fragment, memo } from 'react'

/** Text as it was written; what is certainly an address of the web or of a mailbox can be followed, nothing else. */
export const TextWithLinks = memo(function Linked({ text }: { text: string }) {
  return splitLinks(text).map(({ at, text: said, href }) =>
    href ? (
      <a key={at} className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {said}
      </a>
    ) : (
      <Fragment key={at}>{said}</Fragment>
    ),
  )
})

interface Part {
  at: number
  text: string
  href?: string
}

export function splitLinks(text: string): Part[] {
  if (!maybeLinked.test(text)) return [{ at: 0, text: text }]
  const parts: Part[] = []
  let done = 0
  for (const { start, end, href, value } of find(text, { defaultProtocol: 'https' })) {
    if (!isSafe(href) || fileName.test(value)) continue
    if (start > done) parts.push({ at: done, text: text.slice(done, start) })
    parts.push({ at: start, text: text.slice(start, end), href })
    done = end
  }
  if (done < text.length || parts.length === 0) parts.push({ at: done, text: text.slice(done) })
  return parts
}

/** Most messages are plain, and finding that out is quick. */
const maybeLinked = /\S[.@]\S|:\/\//

/** Endings of files that are countries too. */
const fileName = /^[^/@:]+\.(ai|cc|md|mov|pl|ps|py|rs|sh|zip)$/i

function isSafe(href: string) {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
