const markup = Symbol('markup')

export interface Html {
  readonly [markup]: string
}

type Part = string | number | Html | readonly Html[] | null | undefined | false

/** Escapes values for content and for quoted attributes. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return trusted(literals.map((literal, i) => literal + escapePart(parts[i])).join(''))
}

/** For text of our own, such as a style sheet. */
export function trusted(text: string): Html {
  return { [markup]: text }
}

export function toText(piece: Html): string {
  return piece[markup]
}

function escapePart(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return markup in part ? toText(part) : part.map(toText).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
