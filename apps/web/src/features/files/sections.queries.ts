import { plural, sections } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'

export const addSection = (projectId: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(sections.add, { params: { id: projectId }, body: { name } }),
    meta: { calls: 'sections.add', failure: 'Failed to add section' },
  })

export const changeSection = (id: string) =>
  mutationOptions({
    mutationFn: (body: { name?: string; position?: number; was?: { name?: string } }) =>
      call(sections.change, { params: { id }, body }),
    meta: { calls: 'sections.change', failure: 'Failed to change section' },
  })

export const removeSection = ({ id, name, files }: sections.Section) =>
  mutationOptions({
    mutationFn: () => call(sections.remove, { params: { id } }),
    onSuccess: () =>
      void toast.success(
        'Section deleted',
        files === 0 ? undefined : `${plural(files, 'file')} of ${name} stay, in no section.`,
      ),
    meta: { calls: 'sections.remove', failure: 'Failed to delete section' },
  })

export const moveFiles = (projectId: string) =>
  mutationOptions({
    async mutationFn({ fileIds, sectionId }: { fileIds: string[]; sectionId: string | null }) {
      let moved = 0
      for (let done = 0; done < fileIds.length; done += sections.MAX_MOVED_FILES) {
        const body = { fileIds: fileIds.slice(done, done + sections.MAX_MOVED_FILES), sectionId }
        moved += (await call(sections.move, { params: { id: projectId }, body })).moved
      }
      return { moved }
    },
    onSuccess: ({ moved }) => void toast.success(`${plural(moved, 'file')} moved`),
    meta: { calls: 'sections.move', failure: 'Failed to move files' },
  })
