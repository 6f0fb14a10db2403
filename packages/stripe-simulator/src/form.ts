export type Form = { [name: string]: FormValue }
export type FormValue = string | Form

/** Parses Stripe's form encoding, such as `items[0][price]=x`. Lists become objects with the keys 0, 1, 2. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, i) => i === 0 || part !== '')
    if (name.endsWith('[]')) path.push(String(Object.keys(at(form, path) ?? {}).length))
    place(form, path, value)
  }
  return form
}

function place(form: Form, path: string[], value: string) {
  let level = form
  for (const part of path.slice(0, -1)) {
    const known = level[part]
    const next: Form = typeof known === 'object' ? known : Object.create(null)
    level[part] = next
    level = next
  }
  level[path.at(-1) ?? ''] = value
}

function at(form: Form, path: string[]) {
  return path.reduce<FormValue | undefined>(
    (level, part) => (typeof level === 'object' ? level[part] : undefined),
    form,
  )
}

export function text(form: Form, ...path: string[]): string | undefined {
  const value = at(form, path)
  return typeof value === 'string' ? value : undefined
}

export function whole(form: Form, ...path: string[]): number | undefined {
  const value = text(form, ...path)
  return value !== undefined && /^-?\d+$/.test(value) ? Number(value) : undefined
}

export function flag(form: Form, ...path: string[]): boolean | undefined {
  const value = text(form, ...path)
  return value === undefined ? undefined : value === 'true'
}

export function part(form: Form, ...path: string[]): Form | undefined {
  const value = at(form, path)
  return typeof value === 'object' ? value : undefined
}

export function texts(form: Form, ...path: string[]): string[] {
  return Object.values(part(form, ...path) ?? {}).filter((value) => typeof value === 'string')
}

/** Merges metadata. An empty value removes a key. */
export function metadata(form: Form, before: Record<string, string> = {}, ...path: string[]) {
  const sent = part(form, ...(path.length > 0 ? path : ['metadata'])) ?? {}
  const merged = { ...before }
  for (const [key, value] of Object.entries(sent)) {
    if (value === '') delete merged[key]
    else if (typeof value === 'string') merged[key] = value
  }
  return merged
}
