import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { createThumbnailPainter, type ThumbnailPainter } from './paint-thumbnail.ts'

interface Props {
  document: PDFDocumentProxy
  current: number
  onShow: (page: number) => void
}

/** Thumbnails of all pages, painted when they come into view. */
export function PageThumbnails({ document, current, onShow }: Props) {
  const [painter] = useState(() => createThumbnailPainter(document))
  useEffect(() => () => painter.close(), [painter])
  return (
    <nav className="thumbnails" aria-label="All pages">
      <ol>
        {Array.from({ length: document.numPages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          <li key={index}>
            <Thumbnail
              number={index + 1}
              isCurrent={index + 1 === current}
              painter={painter}
              onShow={onShow}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface ThumbnailProps {
  number: number
  isCurrent: boolean
  painter: ThumbnailPainter
  onShow: (page: number) => void
}

function Thumbnail({ number, isCurrent, painter, onShow }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!button.current) return
    const stop = new AbortController()
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      painter.paint(number, stop.signal).then(setUrl, () => {})
    })
    observer.observe(button.current)
    return () => {
      observer.disconnect()
      stop.abort()
    }
  }, [number, painter])
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])

  return (
    <button
      ref={button}
      type="button"
      aria-label={`Page ${number}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onShow(number)}
    >
      <span className="thumbnails__leaf">{url && <img src={url} alt="" />}</span>
      <span className="num small">{number}</span>
    </button>
  )
}
