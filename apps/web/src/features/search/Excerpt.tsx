import type { search } from '@portico/contract'

export function Excerpt({ parts }: { parts: search.ExcerptPart[] }) {
  return parts.map(([text, isMatch], at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key, and never move
    isMatch ? <mark key={at}>{text}</mark> : text,
  )
}
