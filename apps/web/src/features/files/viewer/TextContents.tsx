import { files } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { callBytes } from '../../../app/api.ts'
import { ReadFailed } from './ContentsFailed.tsx'
import { NotShown, WaitingStage } from './NotShown.tsx'
import type { ViewedFile } from './viewed-file.ts'

/** Longer texts would make the page slow. */
const MAX_BYTES = 512 * 1_024

export function TextContents({ file }: { file: ViewedFile }) {
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: ['files', 'text', file.id],
    queryFn: async ({ signal }) => {
      if (file.size === 0) return ''
      const range = { start: 0, end: Math.min(file.size, MAX_BYTES) - 1 }
      return decode(await callBytes(files.read, { params: { id: file.id } }, { signal, range }))
    },
    staleTime: 'static',
    gcTime: 0,
  })
  if (error) return <ReadFailed file={file} error={error} onRetry={refetch} />
  if (text === undefined) return <WaitingStage label={file.fileName} />
  if (text === '') return <NotShown file={file} title="This file is empty." />
  return (
    <div className="stage">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus nobody could scroll it by keyboard */}
      <section className="stage__text" tabIndex={0} aria-label={file.fileName}>
        <pre dir="auto">{text}</pre>
        {file.size > MAX_BYTES && (
          <p className="small muted">This is the beginning of a long text. Download it to read the rest.</p>
        )}
      </section>
    </div>
  )
}

/** Editors on Windows mark UTF-16 by its first two bytes. */
function decode(bytes: ArrayBuffer) {
  const [first, second] = new Uint8Array(bytes)
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
