import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

interface Circumstances {
  freelancer: { name: string; company: string | null }
  timeZone: string
  /** The files with a thumbnail that are not deleted. */
  files: { id: string; sha256: string; isByUploader: boolean }[]
}

/** What the PDF of a receipt shows beside it. The caller has checked that the person reaches it. */
export async function readCircumstances(db: Db, receiptId: string) {
  const { rows } = await sql<Circumstances>`
    select json_build_object('name', f.name, 'company', w.name) as freelancer, p.time_zone as "timeZone", coalesce((
        select json_agg(json_build_object('id', v.id, 'sha256', encode(v.sha256, 'hex'), 'isByUploader', v.is_thumbnail_by_uploader))
        from review r join file v on v.id = r.file_id and v.state = 'stored' and v.has_thumbnail
        where r.group_id = x.review_id and r.sha256 = v.sha256
      ), '[]') as files
    from receipt x join project p on p.id = x.project_id join workspace w on w.id = p.workspace_id
      join client c on c.id = p.client_id join freelancer f on f.id = c.lead_id
    where x.id = ${receiptId}`.execute(db)
  return rows[0] as Circumstances
}
