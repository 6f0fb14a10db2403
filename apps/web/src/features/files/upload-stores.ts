import { type Area, ownerIn } from '../../app/session.ts'
import type { UploadStore } from './uploads.ts'

/** What is known of uploads without the code that makes them (uploads.ts): a chat without files need not load that. */
const stores = new Map<string, UploadStore>()
const listeners = new Set<() => void>()

/** The uploads to a project, if there have been any in this tab. */
export const findUploadStore = (area: Area, projectId: string) => stores.get(nameOf(area, projectId))

/** Returns the function that forgets it. */
export function registerUploadStore(area: Area, projectId: string, store: UploadStore) {
  const name = nameOf(area, projectId)
  stores.set(name, store)
  return () => void stores.delete(name)
}

/** Calls back when an upload to any project has changed. Returns the function that stops it. */
export function subscribeToUploads(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyOfUploads() {
  for (const listener of listeners) listener()
}

const nameOf = (area: Area, projectId: string) => `${area} ${ownerIn(area)} ${projectId}`
