interface Zones {
  region: string
  zones: { id: string; label: string }[]
}

export const getDeviceTimeZone = () => getPresentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Browsers and saved profiles may have the former name of a renamed zone. */
export const getPresentTimeZone = (id: string) => PRESENT_NAMES[id] ?? id

const PRESENT_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The browser's time zones and the given ones, by region: `Europe` → `London`, `Madrid` … */
export function listTimeZones(...others: string[]): Zones[] {
  const ids = [
    ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...others].map(getPresentTimeZone)),
  ].sort()
  const regions = Map.groupBy(ids, getRegion)
  return [...regions].map(([region, found]) => ({
    region,
    zones: found.map((id) => ({ id, label: getPlace(id) })),
  }))
}

const getRegion = (id: string) => (id.includes('/') ? id.slice(0, id.indexOf('/')) : 'Everywhere')

/** `America/North_Dakota/Beulah` → North Dakota, Beulah */
const getPlace = (id: string) =>
  PLACES[id] ??
  id
    .slice(id.indexOf('/') + 1)
    .replaceAll('/', ', ')
    .replaceAll('_', ' ')

/** Places whose id does not contain their name. */
const PLACES: Record<string, string> = {
  'Antarctica/DumontDUrville': 'Dumont d’Urville',
  'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
}
