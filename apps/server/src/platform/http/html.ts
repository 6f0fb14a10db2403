const markup = Symbol('markup')

/** A piece of HTML that is safe to put into another. */
export interface Html {
  readonly [markup]: string
}

type Part = string | number | Html | readonly Html[] | null | undefined | false

/** Text put into it can only be read, never run: it is escaped, in content and in quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return trusted(literals.map((literal, i) => literal + textOf(parts[i])).join(''))
}

/** For what we wrote ourselves, such as a style sheet. */
export function trusted(text: string): Html {
  return { [markup]: text }
}

export function toText(piece: Html): string {
  return piece[markup]
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return markup in part ? toText(part) : part.map(toText).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
