const markup = Symbol('markup')

export interface Html {
  readonly [markup]: string
}

type Part = string | number | Html | Html[] | null | undefined | false

export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return { [markup]: literals.map((literal, i) => literal + textOf(parts[i])).join('') }
}

export function trusted(text: string): Html {
  return { [markup]: text }
}

export function toText(piece: Html) {
  return piece[markup]
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(toText).join('')
  if (typeof part === 'object') return part[markup]
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
