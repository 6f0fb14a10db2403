import { files } from '@portico/contract'
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { loadWhenIdle } from '../../ui/load-when-idle.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { useToday } from '../../ui/use-now.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { DownloadFile } from '../files/DownloadFile.tsx'
import { FileName } from '../files/FileName.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { ReviewBadge } from '../files/ReviewBadge.tsx'
import { ViewFile } from '../files/ViewFile.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { NotesProvider } from '../notes/NotesProvider.tsx'
import { projectPathOnScreen } from '../projects/project-path.ts'
import { useProjectParties } from '../projects/use-project-parties.ts'
import { DecisionBar } from '../reviews/DecisionBar.tsx'
import { ReviewPanel } from '../reviews/ReviewPanel.tsx'
import { CompareButton } from './CompareButton.tsx'
import { isComparable } from './comparable.tsx'
import { FileContents } from './FileContents.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import { NewVersionButton } from './NewVersionButton.tsx'
import { WaitingStage } from './NotShown.tsx'
import { OmissionsContext, useOmissions } from './omissions.tsx'
import { useComparison } from './use-comparison.ts'
import { useFocusOnVersion } from './use-focus-on-version.ts'
import { type MovedBy, useNeighbours } from './use-neighbours.ts'
import { useNewVersion } from './use-new-version.tsx'
import { VersionMenu } from './VersionMenu.tsx'
import type { ViewedFile } from './viewed-file.ts'
import './viewer.css'
import './stage.css'
import './compare.css'
import './thumbnails.css'

const TeamNotes = loadWhenIdle(() => import('../team-notes/TeamNotes.tsx'))
const CompareVersions = lazy(() => import('./CompareVersions.tsx'))

export function FileViewer({ file, versions }: { file: ViewedFile; versions: ListedFile[] }) {
  const comparison = useComparison(file, versions)
  const { omissions, add: addOmission } = useOmissions()
  const isClient = areaOnScreen() === 'client'
  const navigate = useNavigate()
  const showVersion = useShowVersion()
  const project = projectPathOnScreen(file.project.id)
  const parties = useProjectParties(file.project)
  const today = useToday(parties.timeZone)
  const newest = versions[0] ?? file
  const newVersion = useNewVersion(file, versions, showVersion)
  const viewer = useRef<HTMLDivElement>(null)
  const neighbours = useNeighbours(viewer, { projectId: file.project.id, newestId: newest.id })
  const title = useFocusOnVersion(file.id, comparison.older !== undefined)
  useHeadingFocus(title)
  useFocusAfterMove(title)
  useTitle(file.fileName)
  usePageKeys(
    {
      c: () => (comparison.older ? comparison.stop() : comparison.start?.()),
      escape: () => (comparison.older ? comparison.stop() : void navigate(project)),
    },
    true,
  )
  return (
    <div className="viewer" ref={viewer}>
      <header className="viewer__bar">
        <Link
          className="btn btn--quiet btn--icon"
          to={project}
          aria-label={`Back to ${file.project.title}`}
          title={file.project.title}
        >
          <Icon name="back" />
        </Link>
        <h1 ref={title} className="viewer__title" tabIndex={-1}>
          <FileName name={file.fileName} />
        </h1>
        <NeighbourButtons neighbours={neighbours} />
        {file.versions > 1 && <VersionMenu file={file} versions={versions} onChoose={showVersion} />}
        {file.review && <ReviewBadge review={file.review} today={today} />}
        <div className="viewer__end">
          {comparison.start && !comparison.older && <CompareButton onClick={comparison.start} />}
          {files.isShownInline(file) && <ViewFile file={file} />}
          <DownloadFile file={file} />
          {!parties.isReadOnly && (
            <NewVersionButton className="viewer__new-version" onClick={newVersion.choose} />
          )}
        </div>
      </header>
      <NotesProvider
        key={file.id}
        file={file}
        newest={newest}
        placeKind={placeKindOf(file)}
        reader={isClient ? parties.freelancer : parties.client}
        isReadOnly={parties.isReadOnly}
      >
        <OmissionsContext value={addOmission}>
          {comparison.older ? (
            <Suspense fallback={<WaitingStage label={file.fileName} />}>
              <CompareVersions comparison={comparison} older={comparison.older} newer={file} />
            </Suspense>
          ) : (
            <FileContents key={file.id} file={file} />
          )}
        </OmissionsContext>
        <aside className="viewer__side">
          <ReviewPanel file={file} newestVersion={newest.version} parties={parties} />
          {newVersion.queue}
          {!isClient && (
            <TeamNotes
              key={file.id}
              place={{ kind: 'file', id: file.id }}
              versionIds={versions.map(({ id }) => id)}
              isReadOnly={parties.isReadOnly}
            />
          )}
          <NotesPanel versionIds={versions.map(({ id }) => id)} />
          {!parties.isReadOnly && (
            <div className="viewer__foot" data-sticky={!isClient || undefined}>
              <NewVersionButton className="btn--block" onClick={newVersion.choose} />
            </div>
          )}
          {isClient && !parties.isReadOnly && (
            <DecisionBar key={file.id} file={file} parties={parties} omissions={omissions} />
          )}
        </aside>
      </NotesProvider>
      {newVersion.picker}
    </div>
  )
}

/** The file before had the focus. */
function useFocusAfterMove(title: RefObject<HTMLElement | null>) {
  const movedBy = (useLocation().state as MovedBy | null)?.movedBy
  useEffect(() => {
    if (movedBy === 'key' && document.activeElement === document.body) title.current?.focus()
  }, [movedBy, title])
}

function useShowVersion() {
  const [, setSearch] = useSearchParams()
  return (version: number) =>
    setSearch((search) => {
      search.set('version', String(version))
      for (const name of ['note', 'compare']) search.delete(name)
      return search
    })
}

/** The kind of place to which notes on this file can point. */
function placeKindOf(file: ViewedFile) {
  if (isComparable(file)) return 'point'
  return /^(video|audio)\//.test(file.contentType) ? 'moment' : 'none'
}
