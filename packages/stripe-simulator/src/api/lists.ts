import { missing, refuse } from '../fault.ts'
import { type Form, text, texts, whole } from '../form.ts'
import { type List, listOf } from '../objects/wire.ts'
import type { World } from '../world.ts'

interface Thing {
  id: string
  object: string
}

/** A page of things, newest first, as Stripe's lists are paged. */
export function pageOf<T extends Thing>(url: string, things: T[], form: Form): List<T> {
  const limit = whole(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw refuse('This value must be between 1 and 100.', 'limit')
  const after = text(form, 'starting_after')
  const before = text(form, 'ending_before')
  const from = after ? placeOf(things, after) + 1 : 0
  const to = before ? placeOf(things, before) : things.length
  const range = things.slice(from, to)
  const page = before ? range.slice(-limit) : range.slice(0, limit)
  return listOf(url, page, range.length > page.length)
}

function placeOf(things: Thing[], id: string) {
  const place = things.findIndex((thing) => thing.id === id)
  if (place < 0) throw missing('object', id, 'starting_after')
  return place
}

/** Puts the thing itself where its id stands, as asked for with `expand`. */
export function expanded(world: World, answer: object, form: Form): object {
  const copy = structuredClone(answer)
  for (const path of texts(form, 'expand')) expand(world, copy, path.split('.'))
  return copy
}

function expand(world: World, at: unknown, [name, ...rest]: string[]): void {
  if (Array.isArray(at)) {
    for (const one of at) expand(world, one, name === undefined ? [] : [name, ...rest])
  } else if (name !== undefined && typeof at === 'object' && at !== null && name in at) {
    const holder = at as Record<string, unknown>
    const value = holder[name]
    if (typeof value === 'string') holder[name] = world.store.get(value) ?? value
    expand(world, holder[name], rest)
  }
}
