import { find } from 'linkifyjs'

interface TextPart {
  start: number
  text: string
  href?: string
}

export function splitLinks(text: string): TextPart[] {
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

/** File extensions that are also top-level domains. */
const fileName = /^[^/@:]+\.(ai|cc|md|mov|pl|ps|py|rs|sh|zip)$/i

function isSafe(href: string) {
  return /^(https?:\/\/|mailto:)/i.test(href)
}
