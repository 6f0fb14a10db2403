import type { chat } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { isNotInBin } from '../../access/reachable.ts'
import type { OutgoingMessage } from './rejections.repository.ts'

interface FoundFile extends chat.MessageFile {
  workspaceId: string
  clientId: string
}

/** What has not arrived, is gathered for a request, or is in the bin, is seen by one side at most. */
const find = statement<{ ids: string[] }, FoundFile>(
  'message_files',
  ($) => sql`
    select f.id, f.project_id as "projectId", f.name as "fileName", f.size::float8 as size, f.content_type as "contentType",
      p.workspace_id as "workspaceId", p.client_id as "clientId"
    from file f join project p on p.id = f.project_id
    where f.id = any(${$.ids}::uuid[]) and f.state = 'stored' and ${isNotInBin('p')}`,
)

export type FilesOfMessages = ReadonlyMap<OutgoingMessage, chat.MessageFile[]>

/**
 * The files of the messages that have some. A message is left out if one of its files is not in a project of the conversation's
 * client.
 */
export async function findMessageFiles(db: Db, withFiles: OutgoingMessage[]): Promise<FilesOfMessages> {
  const filesOf = new Map<OutgoingMessage, chat.MessageFile[]>()
  const found = await find(db, { ids: withFiles.flatMap(({ fileIds }) => fileIds) })
  const byId = new Map(found.map((file) => [file.id, file]))
  for (const message of withFiles) {
    const files = message.fileIds.flatMap((id) => filesForMessage(message, byId.get(id)))
    if (files.length === message.fileIds.length) filesOf.set(message, files)
  }
  return filesOf
}

function filesForMessage(message: OutgoingMessage, file: FoundFile | undefined): chat.MessageFile[] {
  if (file?.workspaceId !== message.workspaceId || file.clientId !== message.clientId) return []
  const { id, projectId, fileName, size, contentType } = file
  return [{ id, projectId, fileName, size, contentType }]
}
