import { sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import type { Placeholders } from '../../platform/sql/statement.ts'
import { contentUrl, type Signing, thumbnailUrl } from './signed-urls.ts'

/** The person who uploaded it; null for guests. Rows from before several people of one side are of the first one. */
export const uploaderId = sql`
  case f.uploader_type when 'Freelancer' then coalesce(f.uploader_id, p.workspace_id)
    when 'Client' then coalesce(f.uploader_id, p.client_id) end`

/** A file `f` of a project `p` as the contract shows it. */
export const fileColumns = ($: Placeholders<Signing>) => sql`
  f.id, f.name as "fileName", ${contentUrl($)} as "fileUrl", ${thumbnailUrl($)} as "thumbnailUrl",
  f.is_thumbnail_by_uploader as "isThumbnailByUploader",
  case f.uploader_type
    when 'Freelancer' then (select name from freelancer where id = coalesce(f.uploader_id, p.workspace_id))
    when 'Guest' then f.guest_name
    else (select first_name || ' ' || last_name from client where id = coalesce(f.uploader_id, p.client_id))
  end as uploader, ${uploaderId} as "uploaderId",
  f.uploader_type as "uploaderType", f.size, f.content_type as "contentType", ${instant('f.created_at')} as "createdAt",
  f.version, case when f.is_newest then f.versions else coalesce((
    select newest.versions from file newest
    where newest.history_id = f.history_id and newest.state = 'stored' order by newest.version desc limit 1
  ), 1) end as versions,
  json_build_object('freelancer', f.notes_for_freelancer, 'client', f.notes_for_client) as "waitingNotes",
  f.section_id as "sectionId", f.review`
