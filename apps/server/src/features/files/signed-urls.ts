import { type RawBuilder, sql } from 'kysely'
import type { Placeholders } from '../../platform/sql/statement.ts'

/** The parameters of a statement that signs links (file-links.ts). */
export interface Signing {
  origin: string
  until: number
  key: Buffer
  pictureUntil: number
  pictureKey: Buffer
}

const linkSql = (
  path: string,
  origin: RawBuilder<string>,
  until: RawBuilder<number>,
  key: RawBuilder<Buffer>,
) => sql`
  ${origin} || '/api/files/' || f.id || ${sql.lit(`/${path}?until=`)} || ${until}::bigint || '&signature=' ||
  translate(encode(sha256(${key}::bytea || sha256(${key}::bytea || uuid_send(f.id))), 'base64'), '+/=', '-_')`

export const contentUrl = ($: Placeholders<Signing>) => linkSql('content', $.origin, $.until, $.key)

/** Null while a file has no thumbnail. */
export const thumbnailUrl = ($: Placeholders<Pick<Signing, 'origin' | 'pictureUntil' | 'pictureKey'>>) => sql`
  case when f.has_thumbnail then ${linkSql('thumbnail', $.origin, $.pictureUntil, $.pictureKey)} end`
