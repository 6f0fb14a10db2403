import { files } from '@portico/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { useToday } from '../../ui/use-now.ts'
import { ReviewBadge, ReviewGlyph } from '../reviews/ReviewBadge.tsx'
import { DownloadFile } from './DownloadFile.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileName } from './FileName.tsx'
import { formatFileSize } from './file-size.ts'
import { type ListedFile, uploadLimits } from './files.queries.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { getUploads } from './uploads.ts'
import { ViewFile } from './ViewFile.tsx'
import { isViewableImage } from './viewable-image.ts'
import { filePath } from './viewer/file-path.ts'
import '../../ui/Rows.css'

const loadLightbox = () => import('./Lightbox.tsx')
const Lightbox = lazyDialog(loadLightbox)
const loadRenameFile = () => import('./RenameFilePanel.tsx')
const RenameFilePanel = lazyDialog(loadRenameFile)
const loadVersions = () => import('./VersionsPanel.tsx')
const VersionsPanel = lazyDialog(loadVersions)
const loadAskReview = () => import('../reviews/AskReviewDialog.tsx')
const AskReviewDialog = lazyDialog(loadAskReview)
const loadDeleteFile = () => import('./DeleteFileDialog.tsx')
const DeleteFileDialog = lazyDialog(loadDeleteFile)
const loadMenu = () => import('../../ui/Menu.tsx')
const Menu = lazyDialog(loadMenu)

interface Props {
  projectId: string
  files: ListedFile[]
  query: Parameters<typeof MoreRows>[0]['query']
  isReadOnly: boolean
  /** The freelancer's. */
  timeZone: string | undefined
  /** Over which file a file is dragged. */
  dropTarget?: string | undefined
}

export function FileList({ projectId, files: all, query, isReadOnly, timeZone, dropTarget }: Props) {
  const [menu, setMenu] = useState<{ file: ListedFile; anchor: HTMLElement }>()
  const [shownVersions, setShownVersions] = useState<ListedFile>()
  const today = useToday(timeZone)
  const versionPicker = useVersionPicker(projectId)
  const [viewedId, setViewedId] = useState<string>()
  const [fileToRename, setFileToRename] = useState<ListedFile>()
  const [fileToAsk, setFileToAsk] = useState<ListedFile>()
  const [toDelete, setToDelete] = useState<{ file: ListedFile; isWhole: boolean }>()
  // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
  const isDeleted = toDelete !== undefined && !all.some(({ id }) => id === toDelete.file.id)
  useEffect(() => {
    if (isDeleted) setToDelete(undefined)
  }, [isDeleted])

  // The other side may delete the picture in the lightbox.
  const isViewedDeleted = viewedId !== undefined && !all.some(({ id }) => id === viewedId)
  useEffect(() => {
    if (!isViewedDeleted) return
    setViewedId(undefined)
    toast.info('This picture is no longer in the list')
  }, [isViewedDeleted])

  // Loaded ahead, so that dialogs open without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled(loaders.map((load) => load()))), [])

  function actionsFor(file: ListedFile): MenuItem[] {
    const actions: MenuItem[] = [
      {
        label: 'New version',
        icon: <FileIcon name="upload" small />,
        onSelect: () => versionPicker.open(file),
      },
      {
        label: 'Versions',
        icon: <FileIcon name="versions" small />,
        onSelect: () => setShownVersions(file),
      },
    ]
    const isSettled = file.review?.state === 'open' || file.review?.state === 'approved'
    if (areaOnScreen() === 'freelancer' && !isSettled) {
      actions.unshift({
        label: 'Ask for approval',
        icon: <ReviewGlyph state="open" />,
        onSelect: () => setFileToAsk(file),
      })
    }
    if (!files.mayChange(file, areaOnScreen())) return actions
    return [
      ...actions,
      { label: 'Rename', icon: <FileIcon name="pencil" small />, onSelect: () => setFileToRename(file) },
      {
        label: file.versions > 1 ? `Delete version ${file.version}` : 'Delete',
        icon: <Icon name="trash" small />,
        isDanger: true,
        onSelect: () => setToDelete({ file, isWhole: false }),
      },
      // A client may not delete the freelancer's versions.
      ...(file.versions > 1 && areaOnScreen() === 'freelancer'
        ? [
            {
              label: 'Delete file',
              icon: <Icon name="trash" small />,
              isDanger: true,
              onSelect: () => setToDelete({ file, isWhole: true }),
            },
          ]
        : []),
    ]
  }

  return (
    <>
      <ul className="rows" aria-label="Uploaded Files">
        {all.map((file) => (
          <li key={file.id} id={`file-${file.id}`} data-file-id={file.id} className="file">
            <Thumbnail file={file} onShow={() => setViewedId(file.id)} />
            <div className="file__description">
              <div className="file__title">
                <Link className="file__link" to={filePath(file.id)}>
                  <FileName name={file.fileName} className="file__name" />
                </Link>
                {file.versions > 1 && <VersionChip file={file} onOpen={() => setShownVersions(file)} />}
                {file.review && <ReviewBadge review={file.review} today={today} />}
              </div>
              <div className="row__sub muted">
                <bdi className="cut file__uploader" title={file.uploader}>
                  {file.uploader}
                </bdi>
                , {formatFileSize(file.size)}, <RelativeTime instant={file.createdAt} />
              </div>
            </div>
            <div className="row__acts">
              {files.isShownInline(file) && <ViewFile file={file} />}
              <DownloadFile file={file} />
              {!isReadOnly && (
                <Button
                  look="quiet"
                  size="sm"
                  className="btn--icon"
                  aria-label={`More for ${file.fileName}`}
                  aria-haspopup="menu"
                  aria-expanded={menu?.file.id === file.id}
                  onClick={({ currentTarget }) => setMenu({ file, anchor: currentTarget })}
                >
                  <FileIcon name="more" small />
                </Button>
              )}
            </div>
            {file.id === dropTarget && (
              <div className="file__drop">
                <FileIcon name="upload" />
                <span className="cut">Let go: new version of {file.fileName}</span>
              </div>
            )}
          </li>
        ))}
      </ul>
      <MoreRows query={query} />
      {versionPicker.input}
      {menu && (
        <Menu
          label={`More for ${menu.file.fileName}`}
          anchor={menu.anchor}
          items={actionsFor(menu.file)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {shownVersions && (
        <VersionsPanel
          projectId={projectId}
          file={shownVersions}
          isReadOnly={isReadOnly}
          today={today}
          onAddVersion={() => versionPicker.open(shownVersions)}
          onClose={() => setShownVersions(undefined)}
        />
      )}
      {viewedId && (
        <Lightbox
          files={all.filter(isViewableImage)}
          id={viewedId}
          onShow={setViewedId}
          onClose={() => setViewedId(undefined)}
        />
      )}
      {fileToRename && (
        <RenameFilePanel
          projectId={projectId}
          file={fileToRename}
          onClose={() => setFileToRename(undefined)}
        />
      )}
      {fileToAsk && (
        <AskReviewDialog file={fileToAsk} projectId={projectId} onClose={() => setFileToAsk(undefined)} />
      )}
      {toDelete && (
        <DeleteFileDialog
          projectId={projectId}
          {...toDelete}
          isNewest
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  )
}

const loaders = [
  loadLightbox,
  loadConfirmDialog,
  loadRenameFile,
  loadVersions,
  loadAskReview,
  loadDeleteFile,
  loadMenu,
]

function VersionChip({
  file: { fileName, version, versions },
  onOpen,
}: {
  file: ListedFile
  onOpen: () => void
}) {
  return (
    <button type="button" className="vchip" title={`Version ${version}`} onClick={onOpen}>
      v{version}{' '}
      <span className="vh">
        of {fileName}, see all {versions} versions
      </span>
    </button>
  )
}

/** Chooses one file, whose upload becomes a new version of another. */
function useVersionPicker(projectId: string) {
  const queryClient = useQueryClient()
  const maxBytes = useQuery(uploadLimits).data?.maxUploadBytes
  const input = useRef<HTMLInputElement>(null)
  const versionOf = useRef<string>(undefined)
  return {
    open({ id }: ListedFile) {
      versionOf.current = id
      input.current?.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden
        data-purpose="new version"
        onChange={({ target }) => {
          const uploads = getUploads(areaOnScreen(), projectId, queryClient)
          uploads.add([...(target.files ?? [])], maxBytes, { versionOf: versionOf.current })
          // Without this, choosing the same file again would fire no event.
          target.value = ''
        }}
      />
    ),
  }
}
