import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useOnScreen } from '../../app/on-screen.ts'
import { areaOnScreen } from '../../app/session.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { useLoadedRows } from '../../app/use-loaded-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { AddFiles } from '../files/AddFiles.tsx'
import { filesOf, filesSummary, filteredFiles, type ListedFile } from '../files/files.queries.ts'
import { NoFiles } from '../files/NoFiles.tsx'
import { DownloadAll } from './DownloadAll.tsx'
import { FileList, type FilesProps } from './FileList.tsx'
import { FileSections } from './FileSections.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useFileFilter } from './use-file-filter.ts'
import '../../ui/Drop.css'
import '../files/files.css'
import './FileBrowser.css'

const SectionsPanel = lazyDialog(() => import('./SectionsPanel.tsx'))

const NONE: ListedFile[] = []
const views = ['List', 'Grid'] as const

/** All files of a project, to be searched, sorted, put into sections, selected, and seen as a list or as a grid. */
export function FileBrowser({ projectId, isReadOnly = false, timeZone, fromClient = '' }: FilesProps) {
  const { search, sort, section, view, filter, change, linkTo } = useFileFilter()
  const { search: listQuery } = useLocation()
  const query = useInfiniteQuery(filteredFiles(projectId, filter))
  const { data, error, refetch, isPlaceholderData } = query
  // The newest are shown in this order only.
  useOnScreen({ projectId, place: 'files' }, { isLoaded: query.isSuccess && !search && !sort && !section })
  // What is uploaded may have the name of a file that the filter hides, or that has not loaded.
  const newest = useInfiniteQuery({ ...filesOf(projectId), enabled: query.isSuccess && !isReadOnly })
  const newestFiles = newest.data?.pages.flatMap(({ items }) => items)
  const { data: summary } = useQuery(filesSummary(projectId))
  useHashTarget('file', query)
  const [dropTarget, setDropTarget] = useState<string>()
  const [hasSectionsOpen, setSectionsOpen] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const select = useCallback((id: string) => setSelected((former = new Set()) => toggled(former, id)), [])
  const files = useLoadedRows(data)
  const isEmpty = files?.length === 0
  const mayOrder = !isReadOnly && areaOnScreen() === 'freelancer'

  return (
    <section className="file-browser" aria-busy={!files && !error}>
      {!isReadOnly && (
        <AddFiles
          projectId={projectId}
          files={newestFiles ?? files ?? NONE}
          // What a client gives stands by itself until the freelancer moves it.
          section={mayOrder ? summary?.sections.find(({ id }) => id === section) : undefined}
          onDragOver={setDropTarget}
        />
      )}
      <div className="file-browser__tools">
        <SearchField
          label="Search by name"
          placeholder="Search by name"
          className="file-browser__search"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <FilterFold count={sort ? 1 : 0}>
          <label className="file-browser__order">
            <span className="vh">Order</span>
            <select
              className="input"
              value={sort ?? ''}
              onChange={(event) => change({ sort: event.target.value })}
            >
              <option value="">Newest first</option>
              <option value="name">By name</option>
              <option value="size">Largest first</option>
            </select>
          </label>
          <Segments
            label="View"
            options={views}
            value={view === 'grid' ? 'Grid' : 'List'}
            onChange={(chosen) => change({ view: chosen === 'Grid' ? 'grid' : undefined })}
          />
        </FilterFold>
        <span className="file-browser__acts">
          {mayOrder && (
            <Button look="quiet" size="sm" onClick={() => setSectionsOpen(true)}>
              Sections
            </Button>
          )}
          {files && !isEmpty && !selected && (
            <Button look="quiet" size="sm" onClick={() => setSelected(new Set())}>
              Select
            </Button>
          )}
          <DownloadAll projectId={projectId} label="Download all" />
        </span>
      </div>
      {summary && (
        <FileSections summary={summary} fromClient={fromClient} current={{ section }} linkTo={linkTo} />
      )}
      {!files && !error && (
        <Loading says="Loading files...">
          <SkeletonRows />
        </Loading>
      )}
      {!files && error && <LoadFailed title="The files did not load" error={error} onRetry={refetch} />}
      {isEmpty && search && (
        <EmptyState
          title="No file has this in its name."
          drawing="tray"
          action={<Button onClick={() => change({ search: undefined })}>Clear search</Button>}
        />
      )}
      {isEmpty && !search && section && <EmptyState title="No files in this section." drawing="tray" />}
      {isEmpty && !search && !section && <NoFiles />}
      {files && !isEmpty && (
        <div className="file-browser__files" aria-busy={isPlaceholderData}>
          <FileList
            projectId={projectId}
            files={files}
            view={view}
            listQuery={listQuery}
            isReadOnly={isReadOnly}
            timeZone={timeZone}
            dropTarget={dropTarget}
            selected={selected}
            onSelect={select}
          />
          <MoreRows query={query} />
        </div>
      )}
      {files && selected && (
        <SelectionBar
          projectId={projectId}
          selected={files.filter(({ id }) => selected.has(id))}
          listed={files.length}
          query={query}
          isReadOnly={isReadOnly}
          sections={summary?.sections ?? []}
          onSelect={(ids) => setSelected(new Set(ids))}
          onDone={() => setSelected(undefined)}
        />
      )}
      {hasSectionsOpen && <SectionsPanel projectId={projectId} onClose={() => setSectionsOpen(false)} />}
    </section>
  )
}

function toggled(selected: ReadonlySet<string>, id: string) {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
