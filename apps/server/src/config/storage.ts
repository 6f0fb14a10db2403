import { fileURLToPath } from 'node:url'
import { DEFAULT_DURATIONS } from '@portico/contract'
import type { S3Location } from '../platform/storage/storage.ts'
import { DAY_SECONDS, type Env, invalid, parseWholeNumber, read, wholeNumber } from './environment.ts'

/** A folder of this machine; null: under `dataDir`. */
export interface FolderLocation {
  kind: 'file'
  folder: string | null
}

export function readStorageConfig(env: Env) {
  return {
    storageUrl: read(env, 'STORAGE_URL', parseLocation, { kind: 'file' as const, folder: null }),
    /** How long files without a row stay in the trash. */
    trashDays: wholeNumber(env, 'TRASH_DAYS', 30, 1, 3_650),
    maxUploadBytes: wholeNumber(env, 'MAX_UPLOAD_BYTES', 1_024 ** 3, 1, 1_024 ** 4),
    /** The total size of one account's files; null: no limit. */
    accountStorageBytes: read(env, 'ACCOUNT_STORAGE_BYTES', parseWholeNumber(1, 1_024 ** 5), null),
    /** With less free space on the disk, no upload begins. */
    minFreeBytes: wholeNumber(env, 'MIN_FREE_BYTES', 2 * 1_024 ** 3, 0, 1_024 ** 5),
    /** In seconds. */
    fileLinkTtl: wholeNumber(env, 'FILE_LINK_TTL', DEFAULT_DURATIONS.fileLink, 1, 7 * DAY_SECONDS),
  }
}

/** The URL may contain a secret, so messages must not repeat it. */
export function parseLocation(value: string): FolderLocation | S3Location {
  const url = URL.parse(value)
  if (url?.protocol === 'file:' && url.host === '')
    return { kind: 'file', folder: url.pathname === '/' ? null : fileURLToPath(url) }
  if (url?.protocol !== 's3:' || !url.host)
    return invalid('must be like file:///srv/portico/files or s3://bucket?region=eu-west-2')

  const {
    region = 'us-east-1',
    endpoint = null,
    redirect = 'on',
    timeout = '10',
    ...unknown
  } = Object.fromEntries(url.searchParams)
  const [name] = Object.keys(unknown)
  if (name) return invalid(`knows region, endpoint, redirect and timeout, and not ${name}`)
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return invalid('must have an endpoint like https://s3.example.com')
  if (redirect !== 'on' && redirect !== 'off') return invalid('must have redirect=on or redirect=off')
  if (!/^[1-9]\d{0,2}$/.test(timeout)) return invalid('must have a timeout of 1 to 999 seconds')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    bucket: url.host,
    prefix: folder && `${folder}/`,
    region,
    endpoint,
    credentials: url.username
      ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
      : null,
    redirects: redirect === 'on',
    timeout: Number(timeout),
  }
}
