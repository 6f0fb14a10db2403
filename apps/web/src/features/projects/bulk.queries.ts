import { plural, projects } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { undoAction } from '../../app/undo-action.ts'
import { toast } from '../../ui/toast.ts'

export type BulkChange = Omit<projects.BulkChange, 'ids'>

/** Those that refuse the change are in the result, which the page shows. */
export const changeSeveralProjects = mutationOptions({
  mutationFn: (body: projects.BulkChange) => call(projects.changeSeveral, { body }),
  onSuccess: ({ changed }, { archived }, _before, { client }) => {
    if (changed.length === 0) return
    const count = plural(changed.length, 'project')
    if (archived === true)
      toast.success(`${count} archived`, undefined, undoAction(client, bringBackSeveral(changed)))
    else if (archived === false) toast.success(`${count} brought back`)
    else toast.success(`${count} changed`)
  },
  meta: { calls: 'projects.changeSeveral', failure: 'Not all projects were changed' },
})

const bringBackSeveral = (ids: string[]) =>
  mutationOptions({
    mutationFn: () => call(projects.changeSeveral, { body: { ids, archived: false } }),
    meta: {
      calls: 'projects.changeSeveral',
      success: `${plural(ids.length, 'project')} brought back`,
      failure: 'Not all projects were brought back',
    },
  })
