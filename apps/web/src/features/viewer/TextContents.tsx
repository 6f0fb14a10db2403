import { files, TEXT_SAMPLE_BYTES } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { callBytes } from '../../app/api.ts'
import { ReadFailed } from './ContentsFailed.tsx'
import { decodeText } from './decode-text.ts'
import { NotShown, WaitingStage } from './NotShown.tsx'
import { DOWNLOAD_ALL, Omissions } from './omissions.tsx'
import type { ViewedFile } from './viewed-file.ts'

export function TextContents({ file }: { file: ViewedFile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['files', 'text', file.id],
    queryFn: async ({ signal }) => {
      if (file.size === 0) return { text: '', guessedEncoding: undefined }
      const range = { start: 0, end: Math.min(file.size, TEXT_SAMPLE_BYTES) - 1 }
      return decodeText(
        new Uint8Array(await callBytes(files.read, { params: { id: file.id } }, { signal, range })),
      )
    },
    staleTime: 'static',
    gcTime: 0,
  })
  if (error) return <ReadFailed file={file} error={error} onRetry={refetch} />
  if (data === undefined) return <WaitingStage label={file.fileName} />
  const { text, guessedEncoding } = data
  if (text === '') return <NotShown file={file} title="This file is empty." />
  return (
    <div className="stage">
      <Omissions
        texts={[
          guessedEncoding &&
            `Read as ${guessedEncoding}, which is a guess. Download the file if characters look wrong.`,
          file.size > TEXT_SAMPLE_BYTES &&
            `The viewer shows the beginning of this long text. ${DOWNLOAD_ALL}`,
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus nobody could scroll it by keyboard */}
      <section className="stage__text" tabIndex={0} aria-label={file.fileName}>
        <pre dir="auto">{text}</pre>
      </section>
    </div>
  )
}
