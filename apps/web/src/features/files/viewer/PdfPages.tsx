import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { usePagesOfNotes } from '../../notes/notes-on-screen.ts'
import { Pins } from '../../notes/Pins.tsx'
import { Waiting } from './NotShown.tsx'
import { PageButtons } from './PageButtons.tsx'
import { PageCanvas } from './PageCanvas.tsx'
import { PageThumbnails } from './PageThumbnails.tsx'
import { Stage } from './Stage.tsx'
import { CSS_PIXELS_PER_POINT, type Size } from './stage-geometry.ts'
import { useViewerKeys } from './use-viewer-keys.ts'

/** One page at a time. */
export function PdfPages({ document }: { document: PDFDocumentProxy }) {
  const { numPages } = document
  const [number, setNumber] = useState(1)
  const [hasThumbnails, setThumbnails] = useState(false)
  const { page, size } = usePage(document, number)
  const turn = (by: number) => setNumber((now) => Math.min(Math.max(now + by, 1), numPages))

  usePagesOfNotes({ number, count: numPages }, setNumber)

  function closeThumbnails() {
    setThumbnails(false)
    return hasThumbnails
  }

  useViewerKeys({
    arrowright: () => turn(1),
    arrowleft: () => turn(-1),
    pagedown: () => turn(1),
    pageup: () => turn(-1),
    home: () => setNumber(1),
    end: () => setNumber(numPages),
    escape: closeThumbnails,
  })

  return (
    <Stage
      label={`Page ${number} of ${numPages}`}
      size={size}
      onSwipe={turn}
      waiting={<Waiting />}
      side={hasThumbnails && <PageThumbnails document={document} current={number} onShow={setNumber} />}
      tools={
        numPages > 1 && (
          <>
            <PageButtons
              number={number}
              count={numPages}
              onTurn={turn}
              overview={{ isOpen: hasThumbnails, toggle: () => setThumbnails(!hasThumbnails) }}
            />
            <i />
          </>
        )
      }
    >
      {(scale) => (
        <>
          {page && <PageCanvas key={number} page={page} scale={scale} />}
          <Pins page={number} />
        </>
      )}
    </Stage>
  )
}

/** The page with this number, and its size. While it loads, the size is that of the page before. */
function usePage(document: PDFDocumentProxy, number: number) {
  const [loaded, setLoaded] = useState<{ page: PDFPageProxy; size: Size }>()
  useEffect(() => {
    let isLeft = false
    document.getPage(number).then((page) => {
      const { width, height } = page.getViewport({ scale: CSS_PIXELS_PER_POINT })
      if (!isLeft) setLoaded({ page, size: { width, height } })
    }, console.error)
    return () => {
      isLeft = true
    }
  }, [document, number])
  return { page: loaded?.page.pageNumber === number ? loaded.page : undefined, size: loaded?.size }
}
