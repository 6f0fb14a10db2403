import { expect, test } from 'vitest'
import { listTimeZones } from './time-zones.ts'

const regions = Object.fromEntries(listTimeZones('UTC').map(({ region, zones }) => [region, zones]))

test('lists readable place names by region', () => {
  expect(regions.Europe).toContainEqual({ id: 'Europe/London', label: 'London' })
  expect(regions.America).toContainEqual({
    id: 'America/North_Dakota/Beulah',
    label: 'North Dakota, Beulah',
  })
  expect(regions.Everywhere).toContainEqual({ id: 'UTC', label: 'UTC' })
})

test('lists each zone once', () => {
  const ids = Object.values(regions).flatMap((zones) => zones.map(({ id }) => id))

  expect(new Set(ids).size).toBe(ids.length)
})
