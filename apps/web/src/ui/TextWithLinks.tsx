import { find } from 'linkifyjs'
import { Fragment, memo } from 'react'

/** Makes web and email addresses clickable; all other text stays as it is. */
export const TextWithLinks = memo(function TextWithLinks({ text }: { text: string }) {
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

interface TextPart {
  start: number
  text: string
  href?: string
}

export function splitLinks(text: string): TextPart[] {
  if (!mayContainLink.test(text)) return [{ start: 0, text }]
  const parts: TextPart[] = []
  let position = 0
  for (const { start, end, href, value } of find(text, { defaultProtocol: 'https' })) {
    if (!isSafe(href) || fileName.test(value)) continue
    if (start > position) parts.push({ start: position, text: text.slice(position, start) })
    parts.push({ start, text: text.slice(start, end), href })
    position = end
  }
  if (position < text.length || parts.length === 0)
    parts.push({ start: position, text: text.slice(position) })
  return parts
}

/** Most texts contain no link, and this finds out faster than linkify. */
const mayContainLink = /\S[.@]\S|:\/\//

/** File extensions that are also top-level domains. */
const fileName = /^[^/@:]+\.(ai|cc|md|mov|pl|ps|py|rs|sh|zip)$/i

function isSafe(href: string) {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
