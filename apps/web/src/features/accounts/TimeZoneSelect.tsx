import { type ComponentProps, useMemo } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { getDeviceTimeZone, listTimeZones } from './time-zones.ts'

/** The browser's time zones by region. Typing a city finds it. */
export function TimeZoneSelect({ saved, ...select }: ComponentProps<'select'> & { saved: string }) {
  const here = getDeviceTimeZone()
  const regions = useMemo(() => listTimeZones(saved, here), [saved, here])
  return (
    <div className="select">
      <Icon name="down" small />
      <select {...select}>
        {regions.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
                {id === here && ' (this device)'}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
