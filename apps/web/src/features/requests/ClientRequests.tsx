import type { projects, requests } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isPreview, useLooksOnly } from '../../app/session.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { useRefetchAtMidnight } from '../../app/use-refetch-at-midnight.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { toast } from '../../ui/toast.ts'
import { uploadLimits } from '../files/files.queries.ts'
import { showDropProblem } from '../files/show-drop-problem.ts'
import { useFileDrop } from '../files/use-file-drop.ts'
import { useUploads } from '../files/use-uploads.ts'
import { AnsweredRequest } from './AnsweredRequest.tsx'
import { FilesOfDeletedRequests } from './FilesOfDeletedRequests.tsx'
import { OpenRequest } from './OpenRequest.tsx'
import { ProjectLinks } from './ProjectLinks.tsx'
import { clientSummaryText, needsText } from './request-text.ts'
import { addAnswers } from './sending.ts'

const AskSomebodyElse = lazyDialog(() => import('./AskSomebodyElse.tsx'))

interface Props {
  project: projects.Project
  requests: readonly requests.Request[]
  /** What was gathered for requests that were deleted meanwhile. */
  staged: readonly requests.AnswerFile[]
  /** The freelancer's first name. */
  name: string
  back: { to: string; label: string }
}

/**
 * Open requests first, each with the form for its answer. Answered ones move below them, so that the page gets
 * shorter.
 */
export function ClientRequests({ project, requests: all, staged, name, back }: Props) {
  useHashTarget('request', { data: all, isFetching: false, hasNextPage: false, fetchNextPage })
  const files = useMemo(
    () => [...staged, ...all.flatMap((request) => [...request.files, ...request.stagedFiles])],
    [all, staged],
  )
  // Here and not in the row, which goes when a guest answers while the link is still to be copied.
  const [askElseId, setAskElseId] = useState<string>()
  const askedElse = all.find(({ id }) => id === askElseId)
  const { uploads, queue } = useUploads(project.id, files)
  const maxBytes = useQuery(uploadLimits).data?.maxUploadBytes
  const isArchived = project.archivedAt !== null
  const looksOnly = useLooksOnly()
  const isReadOnly = isArchived || looksOnly
  useRefetchAtMidnight(project.timeZone)
  const open = all.filter(({ state }) => state === 'open')
  const answered = all.filter((request) => !open.includes(request))
  const dragged = useFileDrop(take, 'requests')

  function take(chosen: File[], folders: number, over?: string) {
    if (isReadOnly || isPreview()) return
    showDropProblem(chosen, folders)
    if (chosen.length === 0) return
    const answers = all.find(({ id }) => id === over) ?? (open.length === 1 ? open[0] : undefined)
    if (answers) addAnswers({ uploads, queue, maxBytes }, answers, chosen)
    else toast.info('Drop it on the request that it answers')
  }

  const sending = { uploads, queue, maxBytes, dragged }
  return (
    <Page
      heading={headingText(all, open.length, name, looksOnly)}
      title={project.title}
      summary={looksOnly ? undefined : clientSummaryText(all, open.length, name)}
      back={back}
    >
      {isArchived && (
        <Notice>This project is archived, so nothing can be answered. You can read everything.</Notice>
      )}
      {all.length === 0 && (
        <EmptyState title={looksOnly ? 'Nothing is needed.' : 'Nothing is needed from you.'} drawing="open">
          When {name} needs something, it shows up here.
        </EmptyState>
      )}
      <div className="client-requests">
        {staged.length > 0 && (
          <FilesOfDeletedRequests project={project} files={staged} name={name} uploads={uploads} />
        )}
        {open.map((request, index) => (
          <OpenRequest
            key={request.id}
            request={request}
            timeZone={project.timeZone}
            name={name}
            isFirst={index === 0}
            isReadOnly={isReadOnly}
            sending={sending}
            onAskElse={() => setAskElseId(request.id)}
          />
        ))}
        {answered.length > 0 && (
          <section className={open.length > 0 ? 'section' : undefined}>
            <div className="section__head">
              <h2 tabIndex={-1}>Answered</h2>
              <span className="muted num">{answered.length}</span>
            </div>
            <ul className="rows">
              {answered.map((request) => (
                <AnsweredRequest
                  key={request.id}
                  request={request}
                  name={name}
                  isReadOnly={isReadOnly}
                  sending={sending}
                  onAskElse={() => setAskElseId(request.id)}
                />
              ))}
            </ul>
          </section>
        )}
        {isArchived && !looksOnly && !isPreview() && (
          <ProjectLinks projectId={project.id} isArchived needsLinks />
        )}
      </div>
      {askedElse && (
        <AskSomebodyElse
          key={askedElse.id}
          request={askedElse}
          description={
            <>
              Whoever has this link can answer “{askedElse.title}”. They see your first name and company,{' '}
              {name}’s name and this one request, and nothing else.
            </>
          }
          onClose={() => setAskElseId(undefined)}
        />
      )}
    </Page>
  )
}

/** An answer may still be sent back, or say that there is nothing to give. */
function headingText(all: readonly requests.Request[], open: number, name: string, looksOnly: boolean) {
  if (all.length === 0) return 'Requests'
  if (open > 0) return needsText(open, name, looksOnly)
  const hasEverything = all.every(
    ({ state, answers }) => state === 'accepted' && answers.every(({ unable }) => unable === null),
  )
  return hasEverything ? `${name} has everything.` : `${name} has ${looksOnly ? 'all' : 'your'} answers.`
}

/** The API returns all requests at once. */
const fetchNextPage = () => {}
