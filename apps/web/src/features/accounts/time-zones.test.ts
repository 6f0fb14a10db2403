import { expect, test } from 'vitest'
import { listTimeZones } from './time-zones.ts'

const regions = Object.fromEntries(listTimeZones('UTC').map(({ region, zones }) => [region, zones]))

test('places stand under their region, as one would say them', () => {
  expect(regions.Europe).toContainEqual({ id: 'Europe/London', label: 'London' })
  expect(regions.America).toContainEqual({
    id: 'America/North_Dakota/Beulah',
    label: 'North Dakota, Beulah',
  })
  expect(regions.Everywhere).toContainEqual({ id: 'UTC', label: 'UTC' })
})

test('none is listed twice', () => {
  const ids = Object.values(regions).flatMap((zones) => zones.map(({ id }) => id))

  expect(new Set(ids).size).toBe(ids.length)
})
