import { plural, projects } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../app/api.ts'
import { undoAction } from '../../app/undo-action.ts'
import { toast } from '../../ui/toast.ts'

export type BulkChange = Omit<projects.BulkChange, 'ids'>

/** Those that refuse the change are in the result, which the page shows. */
export const changeSeveralProjects = mutationOptions({
  mutationFn: changeInBatches,
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
    mutationFn: () => changeInBatches({ ids, archived: false }),
    meta: {
      calls: 'projects.changeSeveral',
      success: `${plural(ids.length, 'project')} brought back`,
      failure: 'Not all projects were brought back',
    },
  })

/** When a batch fails after others were changed, all that is left counts as refused, so that it stays selected. */
async function changeInBatches({ ids, ...what }: projects.BulkChange): Promise<projects.BulkResult> {
  const result: projects.BulkResult = { changed: [], refused: [] }
  for (let done = 0; done < ids.length; done += projects.MAX_BULK_PROJECTS) {
    const batch = ids.slice(done, done + projects.MAX_BULK_PROJECTS)
    try {
      const { changed, refused } = await call(projects.changeSeveral, { body: { ids: batch, ...what } })
      result.changed.push(...changed)
      result.refused.push(...refused)
    } catch (error) {
      if (!(error instanceof ApiError) || done === 0) throw error
      const { code, message } = error
      const refused = ids.slice(done).map((id) => ({ id, code, message: message || 'It was not reached.' }))
      result.refused.push(...refused)
      break
    }
  }
  return result
}
