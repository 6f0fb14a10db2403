import type { EventTextPart } from '@portico/contract'
import { Fragment, type ReactNode } from 'react'

interface Props {
  parts: EventTextPart[]
  /** How the name of a file is shown, if not as text. */
  renderFileName?: (fileName: string) => ReactNode
}

/** Names stand out of the sentence. Written from the right, they do not turn the rest of it around. */
export function EventSentence({ parts, renderFileName = bold }: Props) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>
      {typeof part === 'string' ? part : 'name' in part ? bold(part.name) : renderFileName(part.fileName)}
    </Fragment>
  ))
}

const bold = (name: string) => <b dir="auto">{name}</b>
