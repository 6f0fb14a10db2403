import { files } from '@portico/contract'
import { lazy, Suspense } from 'react'
import { ImageContents } from './ImageContents.tsx'
import { MediaContents } from './MediaContents.tsx'
import { NotShown, WaitingStage } from './NotShown.tsx'
import { TextContents } from './TextContents.tsx'
import type { ViewedFile } from './viewed-file.ts'

const PdfContents = lazy(() => import('./PdfContents.tsx'))

/** Shows the types that browsers can show. SVG and HTML can run scripts, so they are not among them. */
export function FileContents({ file }: { file: ViewedFile }) {
  const { contentType } = file
  // The server cannot open BMP: only the browser would find out that one claims to be larger than it can be.
  const isImage = contentType.startsWith('image/') && contentType !== 'image/bmp'
  if (isImage && files.isShownInline(file)) return <ImageContents file={file} />
  if (contentType === 'application/pdf') {
    return (
      <Suspense fallback={<WaitingStage label={file.fileName} />}>
        <PdfContents file={file} />
      </Suspense>
    )
  }
  if (/^(video|audio)\//.test(contentType)) return <MediaContents file={file} />
  if (contentType === 'text/plain') return <TextContents file={file} />
  return <NotShown file={file} title="This kind of file cannot be shown here." />
}
