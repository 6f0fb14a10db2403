import {
  type clients,
  type files,
  matchesTitle,
  paths,
  type projects,
  type TitleQuery,
} from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Area } from '../../app/session.ts'
import { fullName } from '../clients/full-name.ts'

export interface LoadedItem {
  kind: 'project' | 'client' | 'file'
  id: string
  title: string
  /** The name of its project or client. */
  note: string
  url: string
}

type Loaded = projects.Project | clients.Client | files.FileInProject | files.File

/** Finds projects, clients and files by their names, among those that any page has loaded. */
export function findLoadedItems(client: QueryClient, area: Area, query: TitleQuery): LoadedItem[] {
  const found = new Map<string, LoadedItem>()
  for (const topic of ['projects', 'clients', 'files'] as const) {
    for (const [key, data] of client.getQueriesData({ queryKey: [topic] })) {
      // A search finds the newest version of a file.
      if (key[1] === 'versions') continue
      for (const thing of findThings(data)) {
        const item = toItem(thing, area)
        if (item && matchesTitle(item.title, query)) found.set(item.url, item)
      }
    }
  }
  return [...found.values()]
}

/** Collects objects with an id: single ones, and those in lists and pages of lists. */
function findThings(data: unknown): Loaded[] {
  if (Array.isArray(data)) return data.flatMap(findThings)
  if (typeof data !== 'object' || data === null) return []
  if ('id' in data) return [data as Loaded]
  if ('pages' in data) return findThings(data.pages)
  if ('items' in data) return findThings(data.items)
  return 'clients' in data ? findThings(data.clients) : []
}

function toItem(thing: Loaded, area: Area): LoadedItem | undefined {
  const pages = paths[area]
  const { id } = thing
  if ('fileName' in thing) {
    const note = 'project' in thing ? thing.project.title : ''
    return { kind: 'file', id, title: thing.fileName, note, url: pages.file(id) }
  }
  if ('title' in thing) {
    const note = area === 'client' ? '' : fullName(thing.Client)
    return { kind: 'project', id, title: thing.title, note, url: pages.project(id) }
  }
  if ('firstName' in thing && area === 'freelancer')
    return { kind: 'client', id, title: fullName(thing), note: '', url: paths.freelancer.client(id) }
}
