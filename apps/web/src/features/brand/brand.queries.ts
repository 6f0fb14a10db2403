import { brand } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** With the members, because a change of the workspace's name changes it too. */
export const myBrand = queryOptions({
  queryKey: ['members', 'brand'],
  queryFn: ({ signal }) => call(brand.get, undefined, { signal }),
})

export const changeBrand = mutationOptions({
  mutationFn: (body: brand.BrandChange) => call(brand.change, { body }),
  onSuccess: (changed, _body, _begun, { client }) => client.setQueryData(myBrand.queryKey, changed),
  meta: { calls: 'brand.change', success: 'Brand saved', quiet: true },
})

export const changeLogo = mutationOptions({
  ...changeBrand,
  meta: { calls: 'brand.change', success: 'Logo saved', quiet: true },
})

export const removeLogo = mutationOptions({
  ...changeBrand,
  meta: { calls: 'brand.change', success: 'Logo removed', failure: 'The logo was not removed' },
})

export const changeMadeWith = mutationOptions({
  ...changeBrand,
  meta: { calls: 'brand.change', failure: 'Failed to save the setting' },
})
