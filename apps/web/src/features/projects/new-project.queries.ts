import { projects } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { sendOnce } from '../../app/send-once.ts'
import { oneProject } from './projects.queries.ts'

export const createProject = () =>
  mutationOptions({
    mutationFn: (details: projects.NewProject) =>
      sendOnce(['project', details], (clientRequestId) =>
        call(projects.create, { body: { ...details, clientRequestId } }),
      ),
    onSuccess: (project, _details, _before, { client }) => {
      client.setQueryData(oneProject(project.id).queryKey, project)
    },
    meta: {
      calls: 'projects.create',
      background: true,
      success: 'Project successfully created!',
      quiet: true,
    },
  })

/** With its requests. */
export const duplicateProject = (id: string) =>
  mutationOptions({
    mutationFn: (details: projects.Duplicate) =>
      sendOnce(['duplicate', id, details], (clientRequestId) =>
        call(projects.duplicate, { params: { id }, body: { ...details, clientRequestId } }),
      ),
    onSuccess: (project, _details, _before, { client }) => {
      client.setQueryData(oneProject(project.id).queryKey, project)
    },
    meta: { calls: 'projects.duplicate', background: true, success: 'Project duplicated', quiet: true },
  })
