import { files } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, callBytes } from '../../app/api.ts'
import { describeContents, SIGNATURE_BYTES } from './describe-contents.ts'
import { NotShown, WaitingStage } from './NotShown.tsx'
import type { ViewedFile } from './viewed-file.ts'

/**
 * Images and players do not report why they failed, so this asks the server: the bytes may be lost, or the storage
 * unreachable. If the file is whole, its first bytes may say that it is of another kind than its name says.
 */
export function ContentsFailed({
  file,
  title,
  onRetry,
  children = 'It may be broken, or your browser does not know its format.',
}: {
  file: ViewedFile
  title: string
  onRetry: () => void
  /** Why a file of the kind that its name says is not shown. */
  children?: ReactNode
}) {
  const probe = useQuery({
    queryKey: ['files', 'failure', file.id],
    queryFn: async () => {
      if (file.size === 0) return null
      const range = { start: 0, end: Math.min(file.size, SIGNATURE_BYTES) - 1 }
      const bytes = await callBytes(files.read, { params: { id: file.id } }, { range })
      return describeContents(new Uint8Array(bytes)) ?? null
    },
    retry: false,
    staleTime: 'static',
    gcTime: 0,
  })
  if (probe.isPending) return <WaitingStage label={file.fileName} />
  if (probe.error) return <ReadFailed file={file} error={probe.error} onRetry={onRetry} />
  if (file.size === 0) return <NotShown file={file} title="This file is empty." />
  return (
    <NotShown file={file} title={title}>
      {probe.data
        ? `By its contents it is ${probe.data}. Download it to open it in another program.`
        : children}
    </NotShown>
  )
}

/** The server's own sentence: the bytes are lost or damaged (410), or cannot be reached now. */
export function ReadFailed({
  file,
  error,
  onRetry,
}: {
  file: ViewedFile
  error: ApiError
  onRetry: () => void
}) {
  const isLost = error.status === 410 || error.status === 404
  return (
    <NotShown
      file={file}
      title={titleOf(error, isLost)}
      isLost={isLost}
      onRetry={isLost ? undefined : onRetry}
    >
      {error.message || 'We could not reach the server.'}
    </NotShown>
  )
}

function titleOf({ code }: ApiError, isLost: boolean) {
  if (code === 'FILE_DAMAGED') return 'The contents are damaged.'
  return isLost ? 'The contents are gone.' : 'The file could not be loaded.'
}
