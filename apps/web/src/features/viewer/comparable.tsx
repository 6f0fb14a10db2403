import { files } from '@portico/contract'
import type { ReactNode } from 'react'
import { type ApiError, call } from '../../app/api.ts'
import { findMissingCodeError } from '../../app/missing-code.ts'
import type { ListedFile } from '../files/files.queries.ts'
import { describeMissingPages } from './missing-pages.ts'
import { CSS_PIXELS_PER_POINT, type Size } from './stage-geometry.ts'

/** A file that can be compared page by page. An image has one page. */
export interface Comparable {
  pages: number
  omission: string | undefined
  openPage: (number: number) => Promise<ComparablePage>
  close: () => void
}
export interface ComparablePage {
  size: Size
  draw: (scale: number) => ReactNode
}

const COMPARABLE_TYPES = /^(application\/pdf|image\/(png|jpeg|gif|webp|avif|tiff))$/

export const isComparable = ({ contentType }: Pick<ListedFile, 'contentType'>) =>
  COMPARABLE_TYPES.test(contentType)

/** Rejects if the file cannot be shown. */
export function openComparable(
  file: ListedFile,
  signal: AbortSignal,
  onReadFailed: (error: ApiError) => void,
): Promise<Comparable> {
  return file.contentType === 'application/pdf'
    ? openDocument(file, signal, onReadFailed)
    : openPicture(file, signal)
}

async function openPicture(file: ListedFile, signal: AbortSignal): Promise<Comparable> {
  const picture = await call(files.picture, { params: { id: file.id } }, { signal })
  const { width, height, previewUrl } = picture
  if (width === null || height === null) throw new Error('This picture cannot be shown.')
  const draw = () => (
    <img className="leaf__picture" src={previewUrl ?? file.fileUrl} alt={file.fileName} draggable={false} />
  )
  const openPage = async () => ({ size: { width, height }, draw })
  return { pages: 1, omission: describeMissingPages(file, picture), openPage, close() {} }
}

async function openDocument(
  file: ListedFile,
  signal: AbortSignal,
  onReadFailed: (error: ApiError) => void,
): Promise<Comparable> {
  const [{ openPdf }, { PageCanvas }] = await Promise.all([
    import('./open-pdf.ts'),
    import('./PageCanvas.tsx'),
  ]).catch(async () => {
    throw await findMissingCodeError()
  })
  const { document, omission, close } = await openPdf(file, signal, onReadFailed)
  return {
    pages: document.numPages,
    omission,
    close,
    async openPage(number) {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: CSS_PIXELS_PER_POINT })
      return {
        size: { width, height },
        draw: (scale) => <PageCanvas key={number} page={page} scale={scale} />,
      }
    },
  }
}
