import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { areaOnScreen } from '../../app/session.ts'
import { type ListedFile, uploadLimits } from './files.queries.ts'
import { getUploads } from './uploads.ts'

/** Chooses one file, whose upload becomes a new version of another. */
export function useVersionPicker(projectId: string) {
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
