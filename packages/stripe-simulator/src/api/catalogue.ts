import { newId, type SimulatorContext } from '../context.ts'
import { type Form, flag, metadata, text, texts, whole } from '../form.ts'
import { buildPrice, buildProduct, type Price, type Product } from '../objects/catalogue.ts'
import { findObject } from '../stored-objects.ts'
import { invalidRequestError, stripeError } from '../stripe-error.ts'

export function createProduct(context: SimulatorContext, form: Form): Product {
  const id = text(form, 'id') ?? newId('prod', 14)
  if (context.store.get(id)) throw taken(`Product already exists: '${id}'`)
  const product = buildProduct(id, context.now(), {
    name: text(form, 'name') ?? refuseMissing('name'),
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
  })
  context.emit('product.created', context.store.put(product))
  return product
}

export function updateProduct(context: SimulatorContext, id: string, form: Form): Product {
  const before = findObject<Product>(context, 'product', id)
  const after = context.store.put<Product>({
    ...before,
    active: flag(form, 'active') ?? before.active,
    name: text(form, 'name') ?? before.name,
    description: text(form, 'description') ?? before.description,
    metadata: metadata(form, before.metadata),
    updated: context.now(),
  })
  context.emit('product.updated', after)
  return after
}

export function createPrice(context: SimulatorContext, form: Form): Price {
  const lookupKey = text(form, 'lookup_key') ?? null
  if (text(form, 'recurring', 'interval') !== 'month')
    throw invalidRequestError('Only monthly prices are simulated.', 'recurring[interval]')
  freeLookupKey(context, lookupKey, flag(form, 'transfer_lookup_key') ?? false)
  const price = buildPrice(newId('price'), context.now(), {
    product: findObject<Product>(context, 'product', text(form, 'product') ?? '', 'product').id,
    currency: text(form, 'currency') ?? refuseMissing('currency'),
    unit_amount: whole(form, 'unit_amount') ?? refuseMissing('unit_amount'),
    lookup_key: lookupKey,
    metadata: metadata(form),
    nickname: text(form, 'nickname') ?? null,
  })
  context.emit('price.created', context.store.put(price))
  return price
}

export function updatePrice(context: SimulatorContext, id: string, form: Form): Price {
  const before = findObject<Price>(context, 'price', id)
  const after = context.store.put<Price>({
    ...before,
    active: flag(form, 'active') ?? before.active,
    metadata: metadata(form, before.metadata),
  })
  context.emit('price.updated', after)
  return after
}

export function listPrices({ store }: SimulatorContext, form: Form): Price[] {
  const [keys, product, active] = [texts(form, 'lookup_keys'), text(form, 'product'), flag(form, 'active')]
  return store
    .list<Price>('price')
    .filter((price) => keys.length === 0 || keys.includes(price.lookup_key ?? ''))
    .filter((price) => product === undefined || price.product === product)
    .filter((price) => active === undefined || price.active === active)
}

/** A lookup key belongs to one price at a time and can be transferred. */
function freeLookupKey({ store }: SimulatorContext, key: string | null, transfer: boolean) {
  const holder = store.list<Price>('price').find((price) => key !== null && price.lookup_key === key)
  if (!holder) return
  if (!transfer) throw taken(`A price (\`${holder.id}\`) already uses that lookup key.`)
  store.put<Price>({ ...holder, lookup_key: null })
}

function taken(message: string) {
  return stripeError(400, { type: 'invalid_request_error', code: 'resource_already_exists', message })
}

function refuseMissing(name: string): never {
  throw invalidRequestError(`Missing required param: ${name}.`, name)
}
