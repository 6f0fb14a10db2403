import { paths } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { LOOKS_ONLY_TEXT } from '../../app/looks-only-text.ts'
import { type Area, isPreview, looksOnly } from '../../app/session.ts'
import { dismissToast, toast } from '../../ui/toast.ts'
import { myProjects } from '../projects/client-projects.queries.ts'

interface Place {
  to: string
  label: string
  advice: string
}

let shownToast: number | undefined

/** Answers files that were dropped or pasted where none are taken, with a button to the nearest place for them. */
export async function sayWhereFilesGo(area: Area, queryClient: QueryClient, navigate: (to: string) => void) {
  if (looksOnly()) return void toast.info(LOOKS_ONLY_TEXT)
  if (isPreview()) return void toast.info('Files cannot be added in the preview.')
  const { to, label, advice } =
    findProjectOfPage() ?? (area === 'client' ? await findPlaceOfClient(queryClient) : findClientOfChat())
  if (shownToast !== undefined) dismissToast(shownToast)
  shownToast = toast.info('Files go to a project.', advice, { label, run: () => navigate(to) })
}

/** Of the pages beside the files of a project. */
function findProjectOfPage(): Place | undefined {
  const to = /^(\/client-dashboard)?\/projects\/[^/]+(?=\/.)/.exec(window.location.pathname)?.[0]
  return to === undefined ? undefined : { to, label: 'Open project', advice: 'Add them beside its files.' }
}

function findClientOfChat(): Place {
  const { pathname, search } = window.location
  const id = pathname === paths.freelancer.chat && new URLSearchParams(search).get('client')
  return id
    ? {
        to: paths.freelancer.client(encodeURIComponent(id)),
        label: 'Open client',
        advice: 'Open this client’s project and add them there.',
      }
    : { to: paths.freelancer.projects, label: 'Projects', advice: 'Open one and add them there.' }
}

async function findPlaceOfClient(queryClient: QueryClient): Promise<Place> {
  const list = await queryClient.ensureInfiniteQueryData(myProjects).catch(() => undefined)
  const newest = list?.pages
    .flatMap(({ items }) => items)
    .find(({ archivedAt, status }) => archivedAt === null && status !== 'Completed')
  return newest
    ? {
        to: paths.client.project(newest.id),
        label: 'Open project',
        advice: `Open “${newest.title}” and add them there.`,
      }
    : { to: paths.client.home, label: 'My Projects', advice: 'Open one and add them there.' }
}
