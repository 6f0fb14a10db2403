import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { SectionNotFound } from '../access/not-found.ts'
import { reachableProject } from '../access/reachable.ts'

/** Throws when the project has no such section. One that is deleted after this check is no reason to lose the upload. */
export async function requireSectionOfProject(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  { projectId, sectionId }: { projectId: string; sectionId: string },
) {
  const { rows } = await sql`
    select from file_section s join project p on p.id = s.project_id
    where s.id = ${sectionId} and p.id = ${projectId} and ${reachableProject(actor.side, actor, 'p')}`.execute(
    db,
  )
  if (rows.length === 0) throw new SectionNotFound()
}
