import type { brand } from '@portico/contract'
import { deleteDatabase, localStore, sessionStore } from './browser-storage.ts'
import { createRandomId } from './random-id.ts'

/**
 * Everything that Portico stores in the browser: key, shape, and what logging out clears. Only this file and
 * browser-storage.ts touch localStorage and sessionStorage. Both areas may be signed in side by side, so most keys belong
 * to one of them.
 */

export type Area = 'freelancer' | 'client'

/** One value under one key. An unreadable value counts as absent; one that the browser does not store lasts as long as the page. */
export interface StoredItem<T> {
  key: string
  read(): T | undefined
  write(value: T): void
  remove(): void
}

/** Items of one kind, each under a key of its own, so that two tabs never write over each other. */
export interface StoredItems<T> {
  item(id: string): StoredItem<T>
  ids(): string[]
}

// The session. The names are the specification's.

/** Exported for the script in the head of a page, which runs before any module. */
export const TOKEN_KEYS = { freelancer: 'freelancerToken', client: 'clientToken' }
/** Earlier versions wrote `token`. */
const SESSION_KEYS: Record<Area, string[]> = {
  freelancer: [TOKEN_KEYS.freelancer, 'role', 'name', 'token'],
  client: [TOKEN_KEYS.client],
}

export const storedToken = (area: Area) => textItem(TOKEN_KEYS[area])
export const storedFreelancerRole = textItem('role')
export const storedFreelancerName = textItem('name')

/** The session that a tab is logging out of. The server tells the other tabs that it has ended before this browser does. */
export const storedLeaving = (area: Area) => textItem(`portico.leaving.${area}`)

export function clearSession(area: Area) {
  for (const key of SESSION_KEYS[area]) localStore.remove(key)
  storedLeaving(area).remove()
}

/** Whether the session of this area ends with this page, because the browser does not store it. */
export const isSessionInMemory = (area: Area) => localStore.isInMemory(TOKEN_KEYS[area])

/** Whether a storage event is about the session of this area. A key of null says that everything was cleared. */
export const isSessionKey = (area: Area, key: string | null) =>
  key === null || SESSION_KEYS[area].includes(key)

// Unfinished work of a person. Logging out of the area deletes it.

/** Half-typed input of a form. Only its owner reads it. */
export const storedDraft = (area: Area, name: string, ownerId?: string) =>
  jsonItem<object>(`${draftPrefix(area)}${name}${ownerId ? `.${ownerId}` : ''}`)

/** Messages that the server has not confirmed, by `<recipient>.<message>`. Only their sender reads them. */
export const storedMessages = <T extends object>(area: Area, senderId: string) =>
  jsonItems<T>(`${draftPrefix(area)}outbox.${senderId}.`)

/** The ids of files that have arrived for messages that are not sent yet, by upload. */
export const storedAttachments = (area: Area, senderId: string) =>
  jsonItems<{ fileId: string }>(`${draftPrefix(area)}attached.${senderId}.`)

/** Resumable uploads of a person to a project that have begun, by file. Only they resume them. */
export const storedUploads = <T extends object>(area: Area, ownerId: string, projectId: string) =>
  jsonItems<T>(`${uploadPrefix(area)}${ownerId}.${projectId}.`)

/**
 * When a person last kept a chosen file that has not arrived. The files are in the database of IndexedDB that has the name
 * of this key.
 */
export const storedUnsentFiles = (area: Area, ownerId: string) => textItem(unsentPrefix(area) + ownerId)

/** False when the browser would forget it with the page: then nobody would know of the files. */
export function noteUnsentFiles(area: Area, ownerId: string) {
  const { key, write } = storedUnsentFiles(area, ownerId)
  write(new Date().toISOString())
  return !localStore.isInMemory(key)
}

/** The people who have such files in this browser. */
export const ownersOfUnsentFiles = (area: Area) =>
  localStore
    .keys()
    .filter((key) => key.startsWith(unsentPrefix(area)))
    .map((key) => key.slice(unsentPrefix(area).length))

export function clearUnsentFiles(area: Area, ownerId: string) {
  const { key, remove } = storedUnsentFiles(area, ownerId)
  remove()
  deleteDatabase(key)
}

/** The things that a person has opened, newest first. Only they see them. */
export const storedRecentItems = <T extends object>(area: Area, ownerId: string) =>
  jsonItem<T[]>(recentPrefix(area) + ownerId)

/** The id of the person who has push on in this browser. Another one who signs in here is not subscribed unasked. */
export const storedPushOwner = (area: Area) => textItem(`portico.push.${area}`)

/** The keys that logging out removes besides the session itself. With `ownerId` those of other people stay. */
export function clearUnfinishedWork(area: Area, ownerId?: string) {
  if (ownerId === undefined || storedPushOwner(area).read() === ownerId) storedPushOwner(area).remove()
  for (const owner of ownersOfUnsentFiles(area)) {
    if (ownerId === undefined || ownerId === owner) clearUnsentFiles(area, owner)
  }
  const prefixes = [uploadPrefix(area), recentPrefix(area)]
  for (const key of localStore.keys()) {
    const isOfArea = isDraftOf(area, key) || prefixes.some((prefix) => key.startsWith(prefix))
    if (isOfArea && (ownerId === undefined || key.split('.').includes(ownerId))) localStore.remove(key)
  }
}

const DRAFT_PREFIX = 'portico.draft.'
const CLIENT_DRAFT_PREFIX = 'portico.draft.client.'

function draftPrefix(area: Area) {
  return area === 'client' ? CLIENT_DRAFT_PREFIX : DRAFT_PREFIX
}

/** The prefix of the freelancer's drafts is the beginning of the clients'. */
function isDraftOf(area: Area, key: string) {
  return key.startsWith(DRAFT_PREFIX) && key.startsWith(CLIENT_DRAFT_PREFIX) === (area === 'client')
}

function uploadPrefix(area: Area) {
  return `portico.upload.${area}.`
}

function unsentPrefix(area: Area) {
  return `portico.unsent.${area}.`
}

function recentPrefix(area: Area) {
  return `portico.recent.${area}.`
}

// Settings of the browser, not of a person. Logging out keeps them.

/** Exported for the script in the head of a page, as the keys of the tokens are. */
export const THEME_KEY = 'portico.theme'
/** `light` or `dark`; absent where the system decides. */
export const storedTheme = textItem(THEME_KEY)
/** A random id by which the server recognises this browser at the next login. It opens nothing. */
export function readDeviceId() {
  const id = storedDevice.read() ?? createRandomId()
  storedDevice.write(id)
  return id
}
const storedDevice = textItem('portico.device')
/** Beside the password, it stands for the second factor of those who are remembered in this browser. By itself it opens nothing. */
export const storedRememberToken = textItem('portico.remembered')
/** Undefined when it is none that the server has made. */
export function readRememberToken() {
  const token = storedRememberToken.read()
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}
/** Exported for the script in the head of a page, as the keys of the tokens are. */
export const KNOWN_CLIENT_KEY = 'portico.known-client'
/** The first name of the client who came in last. It opens nothing: without a session, they are asked whether it is them. */
export const storedKnownClient = textItem(KNOWN_CLIENT_KEY)
/** Exported for the script in the head of a page, as the keys of the tokens are. */
export const BRAND_KEY = 'portico.brand'
/** The brand of the portal that was open last, so that the next page has it from its first paint. */
export const storedBrand = jsonItem<brand.ShownBrand>(BRAND_KEY)
/** `true` or `false`: whether a member of a team has last chosen to see only what is theirs. */
export const storedMine = textItem('portico.mine')
/** `yes` once a client has closed the introduction. */
export const storedFirstVisit = textItem('portico.visited')

// Values of one tab.

/** The token of a preview: this tab shows a freelancer what their client sees, beside the session of this browser. */
export const storedPreview = textItem('portico.preview', sessionStore)

/** Hands a preview over to a tab that this one has just opened. */
export function startPreviewIn(tab: Window, token: string) {
  tab.sessionStorage.setItem(storedPreview.key, token)
}

/** The requested path, to return to after signing in. */
export const storedDestination = textItem('portico.destination', sessionStore)
/** How the client's session ended, until they sign in again: they logged out, or it was ended for them. */
export const storedClientEnding = textItem('portico.client-ending', sessionStore)
/** The name of the client's freelancer, for the page that they land on without a session. */
export const storedMyFreelancer = textItem('portico.my-freelancer', sessionStore)
/** The panels that were open when the session ended, with their owner. */
export const storedOpenPanels = jsonItem<{ owner: string; path: string; open: Record<string, string> }>(
  'portico.reopen',
  sessionStore,
)

/** The release that a page had before it was reloaded by itself, when that was, and whether the reload was reported. */
export const storedReload = jsonItem<{ release: string; at: number; isReported: boolean }>(
  'portico.reloaded-release',
  sessionStore,
)

const RELOAD_PAUSE_MS = 60_000

/**
 * False when this release was reloaded before, when any was a moment ago (the servers may still be of two releases), or when the
 * browser would not remember it.
 */
export function storeReload(release: string) {
  const last = storedReload.read()
  if (last && (last.release === release || Math.abs(Date.now() - last.at) < RELOAD_PAUSE_MS)) return false
  storedReload.write({ release, at: Date.now(), isReported: false })
  return !sessionStore.isInMemory(storedReload.key)
}

/* @__NO_SIDE_EFFECTS__ */ function textItem(key: string, store = localStore): StoredItem<string> {
  return {
    key,
    read: () => store.read(key),
    write: (text) => store.write(key, text),
    remove: () => store.remove(key),
  }
}

/* @__NO_SIDE_EFFECTS__ */ function jsonItem<T extends object>(
  key: string,
  store = localStore,
): StoredItem<T> {
  const text = textItem(key, store)
  return {
    ...text,
    read: () => parseObject(text.read()),
    write: (value) => text.write(JSON.stringify(value)),
  }
}

function jsonItems<T extends object>(prefix: string): StoredItems<T> {
  return {
    item: (id) => jsonItem(prefix + id),
    ids: () =>
      localStore
        .keys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

function parseObject<T extends object>(text = 'null'): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}
