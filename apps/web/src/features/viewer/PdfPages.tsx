import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { usePagesOfNotes } from '../notes/notes-on-screen.ts'
import { Pins } from '../notes/Pins.tsx'
import { Waiting } from './NotShown.tsx'
import { DOWNLOAD_ALL, useReportOmission } from './omissions.tsx'
import type { OpenPdf } from './open-pdf.ts'
import { PageButtons } from './PageButtons.tsx'
import { PageCanvas } from './PageCanvas.tsx'
import { PageThumbnails } from './PageThumbnails.tsx'
import { Stage } from './Stage.tsx'
import { CSS_PIXELS_PER_POINT, type Size } from './stage-geometry.ts'

/** One page at a time. */
export function PdfPages({ document, omission }: Pick<OpenPdf, 'document' | 'omission'>) {
  const { numPages } = document
  const [number, setNumber] = useState(1)
  const [hasThumbnails, setThumbnails] = useState(false)
  const { pages, size } = usePages(document, number)
  /** False at the first and the last page. */
  function turn(by: 1 | -1) {
    const next = number + by
    if (next < 1 || next > numPages) return false
    setNumber(next)
    return true
  }

  usePagesOfNotes({ number, count: numPages }, setNumber)

  function closeThumbnails() {
    setThumbnails(false)
    return hasThumbnails
  }

  usePageKeys({
    arrowright: () => void turn(1),
    arrowleft: () => void turn(-1),
    pagedown: () => void turn(1),
    pageup: () => void turn(-1),
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
      omissions={[omission]}
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
          {pages.map(({ pageNumber, page }) =>
            page ? (
              <PageCanvas key={pageNumber} page={page} scale={scale} isAhead={pageNumber !== number} />
            ) : (
              <PageFailure key={pageNumber} number={pageNumber} isHidden={pageNumber !== number} />
            ),
          )}
          <Pins page={number} />
        </>
      )}
    </Stage>
  )
}

function PageFailure({ number, isHidden }: { number: number; isHidden: boolean }) {
  useReportOmission(`The viewer could not draw page ${number}. ${DOWNLOAD_ALL}`)
  return (
    <p className="leaf__failure" role="alert" hidden={isHidden}>
      This page could not be drawn.
    </p>
  )
}

/** A4 upright, until the size of a page is known. */
const DEFAULT_SIZE: Size = { width: 794, height: 1_123 }

/** The page with this number and the next one, once they have loaded. `page` is null if it is broken. */
function usePages(document: PDFDocumentProxy, number: number) {
  const [loaded, setLoaded] = useState<ReadonlyMap<number, PDFPageProxy | null>>(new Map())
  const [size, setSize] = useState<Size>()
  const current = loaded.get(number)
  const wanted = current === undefined ? number : Math.min(number + 1, document.numPages)
  const isLoaded = loaded.has(wanted)
  useEffect(() => {
    if (isLoaded) return
    const store = (page: PDFPageProxy | null) => setLoaded((before) => new Map(before).set(wanted, page))
    document.getPage(wanted).then(store, () => store(null))
  }, [document, wanted, isLoaded])

  // While a page loads, the size is that of the page before.
  if (current !== undefined) {
    const viewport = current?.getViewport({ scale: CSS_PIXELS_PER_POINT })
    const { width, height } = viewport ?? size ?? DEFAULT_SIZE
    if (!Object.is(width, size?.width) || !Object.is(height, size?.height)) setSize({ width, height })
  }
  const pages = [number, number + 1].flatMap((pageNumber) => {
    const page = loaded.get(pageNumber)
    return page === undefined ? [] : [{ pageNumber, page }]
  })
  return { pages, size }
}
