import type { search } from '@portico/contract'

/** Text with the words that were searched for marked. */
export function Excerpt({ parts }: { parts: search.ExcerptPart[] }) {
  return parts.map(([text, isMatch], at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key, and never move
    isMatch ? <mark key={at}>{text}</mark> : text,
  )
}
