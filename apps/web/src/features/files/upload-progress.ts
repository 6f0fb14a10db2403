import { plural, pluralForm } from '@portico/contract'
import { formatFileSize, formatSentSize } from './file-size.ts'
import type { Upload } from './upload-queue.ts'

type Progress = Pick<Upload, 'size' | 'bytesSent' | 'bytesPerSecond'>

/** 18.4 of 29.0 MB, 3.1 MB a second, 4 seconds left */
export function formatProgress({ size, bytesSent, bytesPerSecond }: Progress) {
  if (size > 0 && bytesSent >= size) return `${formatFileSize(size)} sent, being stored`
  const sent = formatSentSize(bytesSent, size)
  if (bytesPerSecond === 0) return sent
  const speed = `${formatFileSize(Math.round(bytesPerSecond))} a second`
  return `${sent}, ${speed}, ${formatTimeLeft((size - bytesSent) / bytesPerSecond)}`
}

/** 100 only when everything was sent. */
export const percentSent = ({ size, bytesSent }: Pick<Upload, 'size' | 'bytesSent'>) =>
  size === 0 ? 0 : Math.min(100, Math.floor((bytesSent / size) * 100))

function formatTimeLeft(seconds: number) {
  if (seconds < 60) return `${plural(Math.max(1, Math.round(seconds)), 'second')} left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${plural(minutes, 'minute')} left`
  const hours = Math.round(minutes / 60)
  return `${pluralForm(hours, 'an hour', `${hours} hours`)} left`
}
