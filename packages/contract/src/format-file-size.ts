import { plural } from './plural.ts'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** 640 KB, 12.8 MB, 1 GB */
export function formatFileSize(bytes: number) {
  const unit = unitFor(bytes)
  return unit === 0 ? plural(bytes, 'byte') : `${inUnit(bytes, unit)} ${UNITS[unit]}`
}

/** How much of a file was sent, in one unit: 18.4 of 29.0 MB */
export function formatSentSize(bytesSent: number, size: number) {
  const unit = Math.max(1, unitFor(size))
  const format = (bytes: number) => (unit === 1 ? inUnit(bytes, 1) : (bytes / 1_024 ** unit).toFixed(1))
  return `${format(bytesSent)} of ${format(size)} ${UNITS[unit]}`
}

function unitFor(bytes: number) {
  let unit = 0
  // A value that rounds to 1024 is 1 of the next unit.
  while (unit < UNITS.length - 1 && Math.round((bytes / 1_024 ** unit) * 10) / 10 >= 1_024) unit++
  return unit
}

/** Whole kilobytes, and one decimal place above: 640 KB, but 12.8 MB. */
function inUnit(bytes: number, unit: number) {
  const value = bytes / 1_024 ** unit
  return String(unit === 1 ? Math.max(Math.sign(bytes), Math.round(value)) : Math.round(value * 10) / 10)
}
