import { bin } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import type { BinnedItem } from '../projects/restore-item.ts'

export const binList = infiniteQueryOptions({
  queryKey: ['bin'],
  queryFn: ({ pageParam, signal }) => callPage(bin.list, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

export const deleteForGood = ({ kind, id }: BinnedItem) =>
  mutationOptions({
    mutationFn: () => call(bin.remove, { params: { kind, id } }),
    meta: {
      calls: 'bin.remove',
      success: kind === 'project' ? 'Project deleted for good' : 'File deleted for good',
      failure: kind === 'project' ? 'Failed to delete project' : 'Failed to delete file',
    },
  })
