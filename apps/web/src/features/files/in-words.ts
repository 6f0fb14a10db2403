import type { Upload } from './queue.ts'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** A size as a person would say it: 640 KB, 12.8 MB, 1 GB. */
export function sizeSaid(bytes: number) {
  const unit = unitFor(bytes)
  return unit === 0 ? `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}` : `${inUnit(bytes, unit)} ${UNITS[unit]}`
}

/** How far an upload is, in one unit: 18.4 of 29.0 MB. */
export function partSaid(sent: number, size: number) {
  const unit = Math.max(1, unitFor(size))
  const exact = (bytes: number) => (unit === 1 ? inUnit(bytes, 1) : (bytes / 1_024 ** unit).toFixed(1))
  return `${exact(sent)} of ${exact(size)} ${UNITS[unit]}`
}

/** 18.4 of 29.0 MB, 3.1 MB a second, 4 seconds left */
export function progressSaid({ sent, size, speed }: Upload) {
  if (size > 0 && sent >= size) return `${sizeSaid(size)} sent, being stored`
  const left = speed > 0 ? [`${sizeSaid(Math.round(speed))} a second`, timeLeft((size - sent) / speed)] : []
  return [partSaid(sent, size), ...left].join(', ')
}

export const percentOf = ({ sent, size }: Pick<Upload, 'sent' | 'size'>) =>
  size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100))

function timeLeft(seconds: number) {
  if (seconds < 1.5) return '1 second left'
  if (seconds < 60) return `${Math.round(seconds)} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minute left' : `${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'an hour left' : `${hours} hours left`
}

function unitFor(bytes: number) {
  let unit = 0
  // What would be rounded up to 1024 is one of the next.
  while (unit < UNITS.length - 1 && Math.round((bytes / 1_024 ** unit) * 10) / 10 >= 1_024) unit++
  return unit
}

/** One figure behind the point where it says something: 12.8 MB, but 640 KB and 1 GB. */
function inUnit(bytes: number, unit: number) {
  const value = bytes / 1_024 ** unit
  return String(unit === 1 ? Math.max(Math.sign(bytes), Math.round(value)) : Math.round(value * 10) / 10)
}
