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

test.for([
  ['Europe/Kiev', 'Europe', 'Kyiv'],
  ['Asia/Saigon', 'Asia', 'Ho Chi Minh City'],
  ['Asia/Calcutta', 'Asia', 'Kolkata'],
] as const)('lists %s by its present name alone', ([former, region, place]) => {
  const zones = Map.groupBy(listTimeZones(former), (group) => group.region).get(region)?.[0]?.zones ?? []

  expect(zones.map(({ label }) => label)).toContain(place)
  expect(zones.map(({ id }) => id)).not.toContain(former)
})
