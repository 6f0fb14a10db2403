import { projects } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { oneProject, sendInOrder } from './projects.queries.ts'

/** Both areas keep a project under the same key. `onPassed` is called before a client's page changes, which ends the dialog. */
export const passTurn = (
  { id, turn }: projects.Project,
  to: projects.Side,
  name: string,
  onPassed: () => void,
) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: (note: string) =>
      call(projects.passTurn, { params: { id }, body: { to, ...(note && { note }) } }),
    onSuccess: (project, _note, _before, { client }) => {
      onPassed()
      client.setQueryData(oneProject(id).queryKey, project)
      toast.success(turn === to ? `${name} is reminded` : `It is ${name}’s turn now`)
    },
    meta: { calls: 'projects.passTurn', quiet: true },
  })
