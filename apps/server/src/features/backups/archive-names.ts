import type { BackupStore } from '../../platform/backup/backup-store.ts'
import type { Header } from './archive-format.ts'

const NAME = /^portico-([\da-f]{8})-(\d{8}T\d{6}Z)\.tar(\.age)?$/

/** They sort by time. The id of the installation keeps those of others in one folder apart. */
export function archiveNameOf({ installation, createdAt }: Header, isEncrypted: boolean) {
  const at = createdAt.replace(/\.\d+/, '').replace(/[-:]/g, '')
  return `portico-${installation.slice(0, 8)}-${at}.tar${isEncrypted ? '.age' : ''}`
}

/** The newest first. */
export async function listBackups(store: BackupStore) {
  const names = (await store.list()).filter((name) => NAME.test(name))
  return names.sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))
}

const timeOf = (name: string) => NAME.exec(name)?.[2] ?? ''
