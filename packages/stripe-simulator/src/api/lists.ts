import type { SimulatorContext } from '../context.ts'
import { type Form, text, texts, whole } from '../form.ts'
import { buildList, type List } from '../objects/serialized.ts'
import { invalidRequestError, notFoundError } from '../stripe-error.ts'

interface StoredObject {
  id: string
  object: string
}

/** Stripe's cursor paging, newest first. */
export function paginate<T extends StoredObject>(url: string, things: T[], form: Form): List<T> {
  const limit = whole(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequestError('This value must be between 1 and 100.', 'limit')
  const after = text(form, 'starting_after')
  const before = text(form, 'ending_before')
  const from = after ? indexOfId(things, after) + 1 : 0
  const to = before ? indexOfId(things, before) : things.length
  const range = things.slice(from, to)
  const page = before ? range.slice(-limit) : range.slice(0, limit)
  return buildList(url, page, range.length > page.length)
}

function indexOfId(things: StoredObject[], id: string) {
  const place = things.findIndex((thing) => thing.id === id)
  if (place < 0) throw notFoundError('object', id, 'starting_after')
  return place
}

/** Replaces ids by their objects, for `expand`. */
export function expandIds(context: SimulatorContext, answer: object, form: Form): object {
  const copy = structuredClone(answer)
  for (const path of texts(form, 'expand')) expand(context, copy, path.split('.'))
  return copy
}

function expand(context: SimulatorContext, at: unknown, [name, ...rest]: string[]): void {
  if (Array.isArray(at)) {
    for (const one of at) expand(context, one, name === undefined ? [] : [name, ...rest])
  } else if (name !== undefined && typeof at === 'object' && at !== null && name in at) {
    const holder = at as Record<string, unknown>
    const value = holder[name]
    if (typeof value === 'string') holder[name] = context.store.get(value) ?? value
    expand(context, holder[name], rest)
  }
}
