import type { EventTextPart } from '@portico/contract'
import { Fragment, type ReactNode } from 'react'

interface Props {
  parts: EventTextPart[]
  /** How the name of a file is shown, if not as text. */
  renderFileName?: (fileName: string) => ReactNode
}

/** Names are bold, and isolated, so that one written from right to left leaves the sentence in order. */
export function EventSentence({ parts, renderFileName = bold }: Props) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>
      {typeof part === 'string' ? part : 'name' in part ? bold(part.name) : renderFileName(part.fileName)}
    </Fragment>
  ))
}

const bold = (name: string) => <b dir="auto">{name}</b>
