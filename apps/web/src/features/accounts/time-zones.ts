interface Zones {
  region: string
  zones: { id: string; label: string }[]
}

export const getDeviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The browser's time zones and the given ones, by region: `Europe` → `London`, `Madrid` … */
export function listTimeZones(...others: string[]): Zones[] {
  const ids = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...others])].sort()
  const regions = Map.groupBy(ids, getRegion)
  return [...regions].map(([region, found]) => ({
    region,
    zones: found.map((id) => ({ id, label: getPlace(id) })),
  }))
}

const getRegion = (id: string) => (id.includes('/') ? id.slice(0, id.indexOf('/')) : 'Everywhere')

/** `America/North_Dakota/Beulah` → North Dakota, Beulah */
const getPlace = (id: string) =>
  id
    .slice(id.indexOf('/') + 1)
    .replaceAll('/', ', ')
    .replaceAll('_', ' ')
