import { fault, refuse } from '../fault.ts'
import { type Form, flag, metadata, text, texts, whole } from '../form.ts'
import { type Price, type Product, priceOf, productOf } from '../objects/catalogue.ts'
import { find } from '../stored.ts'
import { newId, type World } from '../world.ts'

export function createProduct(world: World, form: Form): Product {
  const id = text(form, 'id') ?? newId('prod', 14)
  if (world.store.get(id)) throw taken(`Product already exists: '${id}'`)
  const product = productOf(id, world.now(), {
    name: text(form, 'name') ?? refuseMissing('name'),
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
  })
  world.emit('product.created', world.store.put(product))
  return product
}

export function updateProduct(world: World, id: string, form: Form): Product {
  const before = find<Product>(world, 'product', id)
  const after = world.store.put<Product>({
    ...before,
    active: flag(form, 'active') ?? before.active,
    name: text(form, 'name') ?? before.name,
    description: text(form, 'description') ?? before.description,
    metadata: metadata(form, before.metadata),
    updated: world.now(),
  })
  world.emit('product.updated', after)
  return after
}

export function createPrice(world: World, form: Form): Price {
  const lookupKey = text(form, 'lookup_key') ?? null
  if (text(form, 'recurring', 'interval') !== 'month')
    throw refuse('Only monthly prices are simulated.', 'recurring[interval]')
  freeLookupKey(world, lookupKey, flag(form, 'transfer_lookup_key') ?? false)
  const price = priceOf(newId('price'), world.now(), {
    product: find<Product>(world, 'product', text(form, 'product') ?? '', 'product').id,
    currency: text(form, 'currency') ?? refuseMissing('currency'),
    unit_amount: whole(form, 'unit_amount') ?? refuseMissing('unit_amount'),
    lookup_key: lookupKey,
    metadata: metadata(form),
    nickname: text(form, 'nickname') ?? null,
  })
  world.emit('price.created', world.store.put(price))
  return price
}

export function updatePrice(world: World, id: string, form: Form): Price {
  const before = find<Price>(world, 'price', id)
  const after = world.store.put<Price>({
    ...before,
    active: flag(form, 'active') ?? before.active,
    metadata: metadata(form, before.metadata),
  })
  world.emit('price.updated', after)
  return after
}

export function listPrices({ store }: World, form: Form): Price[] {
  const [keys, product, active] = [texts(form, 'lookup_keys'), text(form, 'product'), flag(form, 'active')]
  return store
    .list<Price>('price')
    .filter((price) => keys.length === 0 || keys.includes(price.lookup_key ?? ''))
    .filter((price) => product === undefined || price.product === product)
    .filter((price) => active === undefined || price.active === active)
}

/** One price at a time has a lookup key; it can be taken over. */
function freeLookupKey({ store }: World, key: string | null, transfer: boolean) {
  const holder = store.list<Price>('price').find((price) => key !== null && price.lookup_key === key)
  if (!holder) return
  if (!transfer) throw taken(`A price (\`${holder.id}\`) already uses that lookup key.`)
  store.put<Price>({ ...holder, lookup_key: null })
}

function taken(message: string) {
  return fault(400, { type: 'invalid_request_error', code: 'resource_already_exists', message })
}

function refuseMissing(name: string): never {
  throw refuse(`Missing required param: ${name}.`, name)
}
