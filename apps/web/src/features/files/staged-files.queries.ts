import { files, requests } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** Where files wait that this client has gathered and not sent. */
export const unsentFiles = queryOptions({
  queryKey: ['requests', 'unsent'],
  queryFn: ({ signal }) => call(requests.unsent, {}, { signal }),
})

/** For the request with this id; null for requests that were deleted. */
export const sendStagedFiles = (projectId: string) =>
  mutationOptions({
    mutationFn: (requestId: string | null) =>
      call(requests.sendStaged, { params: { id: projectId }, body: { requestId } }),
    meta: { calls: 'requests.sendStaged', success: 'Answer sent', failure: 'Your answer was not sent' },
  })

export const removeStagedFile = (id: string) =>
  mutationOptions({
    mutationFn: () => call(files.remove, { params: { id } }),
    meta: { calls: 'requests.stagedFilesChanged', failure: 'The file was not removed' },
  })
