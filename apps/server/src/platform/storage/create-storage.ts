import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createLocalStorage } from './local.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export function createStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Storage {
  const folder = join(dataDir, 'uploads')
  return storageUrl.kind === 's3'
    ? createS3Storage(storageUrl, join(folder, 'unfinished'))
    : createLocalStorage(storageUrl.folder ?? folder)
}
