import { bin } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

export const binList = infiniteQueryOptions({
  queryKey: ['bin'],
  queryFn: ({ pageParam, signal }) => callPage(bin.list, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

export type Item = Pick<bin.BinItem, 'kind' | 'id'>

export const restoreItem = ({ kind, id }: Item) =>
  mutationOptions({
    mutationFn: () => call(bin.restore, { params: { kind, id } }),
    meta: {
      calls: 'bin.restore',
      success: kind === 'project' ? 'Project restored' : 'File restored',
      failure: kind === 'project' ? 'Failed to restore the project' : 'Failed to restore the file',
    },
  })

export const deleteForGood = ({ kind, id }: Item) =>
  mutationOptions({
    mutationFn: () => call(bin.remove, { params: { kind, id } }),
    meta: {
      calls: 'bin.remove',
      success: kind === 'project' ? 'Project deleted for good' : 'File deleted for good',
      failure: kind === 'project' ? 'Failed to delete project' : 'Failed to delete file',
    },
  })
