import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnScreen } from '../../app/on-screen.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { AddFiles } from '../files/AddFiles.tsx'
import { filteredFiles, type ListedFile } from '../files/files.queries.ts'
import { NoFiles } from '../files/NoFiles.tsx'
import { DownloadAll } from './DownloadAll.tsx'
import { FileList, type FilesProps } from './FileList.tsx'
import { useFileFilter } from './use-file-filter.ts'
import '../../ui/Drop.css'
import '../files/files.css'
import './FileBrowser.css'

const NONE: ListedFile[] = []
const views = ['List', 'Grid'] as const

/** All files of a project, to be searched, sorted and seen as a list or as a grid. */
export function FileBrowser({ projectId, isReadOnly = false, timeZone }: FilesProps) {
  const { search, sort, view, filter, change } = useFileFilter()
  const query = useInfiniteQuery(filteredFiles(projectId, filter))
  const { data, error, refetch, isPlaceholderData } = query
  // The newest are shown in this order only.
  useOnScreen({ projectId, place: 'files' }, { isLoaded: query.isSuccess && !search && !sort })
  useHashTarget('file', query)
  const [dropTarget, setDropTarget] = useState<string>()
  const files = data?.pages.flatMap(({ items }) => items)
  const isEmpty = files?.length === 0

  return (
    <section className="file-browser" aria-busy={!files && !error}>
      {!isReadOnly && <AddFiles projectId={projectId} files={files ?? NONE} onDragOver={setDropTarget} />}
      <div className="file-browser__tools">
        <SearchField
          label="Search by name"
          placeholder="Search by name"
          className="file-browser__search"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
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
        <DownloadAll projectId={projectId} label="Download all" />
      </div>
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
      {isEmpty && !search && <NoFiles />}
      {files && !isEmpty && (
        <div className="file-browser__files" aria-busy={isPlaceholderData}>
          <FileList
            projectId={projectId}
            files={files}
            view={view}
            isReadOnly={isReadOnly}
            timeZone={timeZone}
            dropTarget={dropTarget}
          />
          <MoreRows query={query} />
        </div>
      )}
    </section>
  )
}
