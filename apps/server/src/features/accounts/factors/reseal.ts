import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../../platform/context.ts'
import { resealSecret } from '../../../platform/http/sealed-secrets.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { APP_PURPOSE } from './app-codes.ts'
import { CODES_PURPOSE } from './recovery-codes.ts'

interface Sealed {
  purpose: string
  table: string
  column: string
  where: RawBuilder<unknown>
}

/** Everything that is stored encrypted by the server's secret, of a person each. */
const SEALED: Sealed[] = [
  { purpose: APP_PURPOSE, table: 'authenticator', column: 'secret', where: sql`true` },
  { purpose: APP_PURPOSE, table: 'factor_challenge', column: 'secret', where: sql`secret is not null` },
  { purpose: CODES_PURPOSE, table: 'recovery_code', column: 'code_hash', where: sql`is_sealed` },
]

/** Rows in memory at once. */
const PAGE_SIZE = 500

export interface Resealed {
  resealed: number
  /** No listed secret opens them: they were lost before. */
  unreadable: number
  /** Unused recovery codes of earlier versions, which end with the former secrets: nobody can encrypt them again. */
  unsealedCodes: number
}

/** Encrypts by the newest secret what the former ones have encrypted, so that they can go. Safe to repeat, and beside running servers. */
export async function resealSecrets({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const sealed of SEALED) await resealTable(sealed)
  return { ...counts, unsealedCodes: await countUnsealedCodes(db) }

  async function resealTable({ purpose, table, column, where }: Sealed) {
    const value = sql.ref(column)
    let last = { owner: '00000000-0000-0000-0000-000000000000', value: Buffer.alloc(0) }
    for (;;) {
      const { rows } = await sql<typeof last>`
        select freelancer_id as owner, ${value} as value from ${sql.table(table)}
        where ${where} and (freelancer_id, ${value}) > (${last.owner}::uuid, ${last.value}::bytea)
        order by freelancer_id, ${value} limit ${PAGE_SIZE}`.execute(db)
      for (const row of rows) {
        const next = reseal(purpose, row)
        if (!next) continue
        await sql`
          update ${sql.table(table)} set ${value} = ${next}
          where freelancer_id = ${row.owner} and ${value} = ${row.value}`.execute(db)
        counts.resealed++
      }
      const end = rows.at(-1)
      if (!end || rows.length < PAGE_SIZE) return
      last = end
    }
  }

  function reseal(purpose: string, { owner, value }: { owner: string; value: Buffer }) {
    try {
      return resealSecret(config, purpose, owner, value)
    } catch {
      counts.unreadable++
      return undefined
    }
  }
}

async function countUnsealedCodes(db: Db) {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('is_sealed', '=', false)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
