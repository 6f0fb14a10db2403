// Does not use `Intl`, because its first use takes 0.1 s on a phone.
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `2026-11-20` → 20 November 2026. A calendar day has no time zone. */
export function formatDay(day: string) {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}
