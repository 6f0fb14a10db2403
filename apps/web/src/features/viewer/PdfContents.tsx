import { useEffect, useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { ReadFailed } from './ContentsFailed.tsx'
import { NotShown, WaitingStage } from './NotShown.tsx'
import { type OpenPdf, openPdf, pdfFailure } from './open-pdf.ts'
import { PdfPages } from './PdfPages.tsx'
import type { ViewedFile } from './viewed-file.ts'

/** Loaded only when a PDF is opened, and pdf.js with it. */
export default function PdfContents({ file }: { file: ViewedFile }) {
  const { id, size } = file
  const [attempt, setAttempt] = useState(0)
  const [pdf, setPdf] = useState<OpenPdf>()
  const [error, setError] = useState<unknown>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens it again
  useEffect(() => {
    const stop = new AbortController()
    const fail = (reason: unknown) => stop.signal.aborted || setError(reason)
    openPdf({ id, size }, stop.signal, fail).then((opened) => stop.signal.aborted || setPdf(opened), fail)
    return () => {
      stop.abort()
      setPdf(undefined)
      setError(undefined)
    }
  }, [id, size, attempt])

  if (size === 0) return <NotShown file={file} title="This file is empty." />
  if (error instanceof ApiError)
    return <ReadFailed file={file} error={error} onRetry={() => setAttempt(attempt + 1)} />
  if (error !== undefined) {
    const { title, text } = pdfFailure(error)
    return (
      <NotShown file={file} title={title}>
        {text}
      </NotShown>
    )
  }
  if (!pdf) return <WaitingStage label={file.fileName} />
  return <PdfPages document={pdf.document} omission={pdf.omission} />
}
