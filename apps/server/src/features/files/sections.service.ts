import { sections } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { SectionNotFound } from '../access/not-found.ts'
import { writeProject } from '../events/write-project.ts'
import {
  deleteSection,
  insertSection,
  isNameTaken,
  listSections,
  moveFiles,
  orderSections,
  readSection,
  renameSection,
} from './sections.repository.ts'

const SectionNameTaken = problem('SECTION_NAME_TAKEN', 409, 'This project has a section of this name.', {
  when: 'A section is added or renamed, and another one of the project has the same name, in whatever case.',
})
const TooManySections = problem(
  'TOO_MANY_SECTIONS',
  409,
  `A project can have ${sections.MAX_SECTIONS} sections. Delete one that you do not need any more.`,
  { when: `A section is added to a project that has ${sections.MAX_SECTIONS}.` },
)

export function addSection(ctx: AppContext, freelancer: Freelancer, projectId: string, name: string) {
  return writeProject(ctx, freelancer, { project: projectId }, 'sections.add', async (project, trx) => {
    const { length } = await listSections(trx, project)
    if (length >= sections.MAX_SECTIONS) throw new TooManySections()
    await requireFreeName(trx, project, name)
    const id = newId()
    await insertSection(trx, project, { id, name, position: length + 1 })
    return { read: () => requireSection(trx, project, id) }
  })
}

export function changeSection(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { name, position, was }: { name?: string; position?: number; was?: { name?: string } },
) {
  return writeProject(ctx, freelancer, { section: id }, 'sections.change', async (project, trx) => {
    const before = await requireSection(trx, project, id)
    requireUnchanged({ name: before.name }, { ...(name !== undefined && { name }) }, was)
    if (name !== undefined) {
      await requireFreeName(trx, project, name, id)
      await renameSection(trx, project, id, name)
    }
    if (position !== undefined) {
      const ids = await listOthers(trx, project, id)
      await orderSections(trx, project, ids.toSpliced(position - 1, 0, id))
    }
    return { read: () => requireSection(trx, project, id) }
  })
}

/** Its files stay on the project. */
export function removeSection(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(ctx, freelancer, { section: id }, 'sections.remove', async (project, trx) => {
    await requireSection(trx, project, id)
    const others = await listOthers(trx, project, id)
    await deleteSection(trx, project, id)
    await orderSections(trx, project, others)
    return {}
  })
}

/** Files that were deleted meanwhile are left out. A version that is being uploaded follows its file. */
export function moveToSection(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  { fileIds, sectionId }: { fileIds: string[]; sectionId: string | null },
) {
  return writeProject(ctx, freelancer, { project: projectId }, 'sections.move', async (project, trx) => {
    if (sectionId !== null) await requireSection(trx, project, sectionId)
    const moved = await moveFiles(trx, project, { fileIds, sectionId })
    return { read: async () => ({ moved }) }
  })
}

/** It may have been deleted before the project was locked. */
async function requireSection(trx: Db, project: LockedProject, id: string) {
  const section = await readSection(trx, project, id)
  if (!section) throw new SectionNotFound()
  return section
}

async function requireFreeName(trx: Db, project: LockedProject, name: string, except: string | null = null) {
  if (await isNameTaken(trx, project, name, except)) throw withField(new SectionNameTaken(), 'name')
}

async function listOthers(trx: Db, project: LockedProject, except: string) {
  const all = await listSections(trx, project)
  return all.map(({ id }) => id).filter((id) => id !== except)
}
