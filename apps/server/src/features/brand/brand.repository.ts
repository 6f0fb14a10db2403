import type { Plan } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'

export interface StoredBrand {
  workspaceId: string
  /** Of the workspace; null: it goes by the name of its owner. */
  name: string | null
  ownerName: string
  plan: Plan
  colour: string | null
  replyTo: string | null
  showMadeWith: boolean
  /** Zero: nothing was chosen. */
  version: number
  logoWidth: number | null
  logoHeight: number | null
  logoPlate: 'light' | 'dark' | null
}

const selectBrand = statement<{ workspaceId: string }, StoredBrand>(
  'select_brand',
  ($) => sql`
    select w.id as "workspaceId", w.name, f.name as "ownerName", w.plan, b.colour, b.reply_to as "replyTo",
      coalesce(b.show_made_with, true) as "showMadeWith", coalesce(b.version, 0) as version,
      b.logo_width as "logoWidth", b.logo_height as "logoHeight", b.logo_plate as "logoPlate"
    from workspace w
      join member m on m.workspace_id = w.id and m.role = 'owner' join freelancer f on f.id = m.person_id
      left join brand b on b.workspace_id = w.id
    where w.id = ${$.workspaceId}::uuid`,
)

export async function findBrand(db: Db, workspaceId: string) {
  const [brand] = await selectBrand(db, { workspaceId })
  return brand
}

export async function findWorkspaceOf(db: Db, clientId: string) {
  const client = await db
    .selectFrom('client')
    .select('workspace_id')
    .where('id', '=', clientId)
    .executeTakeFirst()
  return client?.workspace_id
}

export async function findWorkspaceOfLink(db: Db, tokenHash: Buffer) {
  const client = await db
    .selectFrom('login_link')
    .innerJoin('client', 'client.id', 'login_link.client_id')
    .select('client.workspace_id')
    .where('login_link.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return client?.workspace_id
}

export interface BrandColumns {
  colour?: string | null
  reply_to?: string | null
  show_made_with?: boolean
  logo?: Buffer | null
  logo_width?: number | null
  logo_height?: number | null
  logo_plate?: 'light' | 'dark' | null
}

/** With a new version even where nothing of it changes, because the icon shows the name of the workspace. */
export async function saveBrand(trx: Db, workspaceId: string, columns: BrandColumns) {
  await trx
    .insertInto('brand')
    .values({ workspace_id: workspaceId, ...columns })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ ...columns, version: sql`brand.version + 1` }),
    )
    .execute()
}

export async function setWorkspaceName(trx: Db, id: string, name: string | null) {
  await trx.updateTable('workspace').set({ name }).where('id', '=', id).execute()
}

export function findLogo(db: Db, workspaceId: string) {
  return db
    .selectFrom('brand')
    .select(['logo', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}
