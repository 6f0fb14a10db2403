import type { clients } from '@portico/contract'
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { ClientUser, Freelancer } from '../../platform/actors.ts'
import { type Db, prepared } from '../../platform/db.ts'
import { instant } from '../../platform/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/paging.ts'

const columns = [
  'id',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'company',
  'created_at as createdAt',
] as const

const clientPage = prepared<{ owner: string } & PageParams, Page<clients.Client[]>>('clients', ($) =>
  pageOf(
    sql`select id, json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email,
          'company', company, 'createdAt', ${instant('created_at')}) as json
        from client where freelancer_id = ${$.owner} and id < ${$.cursor} order by id desc limit ${$.limit} + 1`,
    $.limit,
  ),
)

export async function listClients(db: Db, { id }: Freelancer, page: PageParams) {
  const [found] = await clientPage(db, { owner: id, ...page })
  return found as Page<clients.Client[]>
}

export function findClient(db: Db, freelancer: Freelancer, id: string): Promise<clients.Client | undefined> {
  return clientsOf(db, freelancer).select(columns).where('id', '=', id).executeTakeFirst()
}

function clientsOf(db: Db, { id }: Freelancer) {
  return db.selectFrom('client').where('freelancer_id', '=', id)
}

/** Reads the freelancer and holds their row until the transaction ends, so that only one can take the last place. */
export function lockFreelancer(db: Db, { id }: Freelancer) {
  return db.selectFrom('freelancer').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function countClients(db: Db, freelancer: Freelancer) {
  const { count } = await clientsOf(db, freelancer)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewRow = Pick<clients.Client, 'id' | 'firstName' | 'lastName' | 'email' | 'company'>

/** Undefined when this freelancer has a client with that address already. */
export function insertClient(db: Db, { id }: Freelancer, row: NewRow): Promise<clients.Client | undefined> {
  return db
    .insertInto('client')
    .values({
      id: row.id,
      freelancer_id: id,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email,
      company: row.company,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** True when there was one to delete. Projects, links and sessions go with it. */
export async function deleteClient(db: Db, { id: owner }: Freelancer, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('client')
    .where('id', '=', id)
    .where('freelancer_id', '=', owner)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The clients with this address, whoever's they are. */
export function findClientsByEmail(db: Db, email: string) {
  return db.selectFrom('client').select('id').where(sql`lower(email)`, '=', email.toLowerCase()).execute()
}

export type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

/** Who a client's letter goes to, and whom it comes from. */
export function findAddressee(db: Db, clientId: string) {
  return db
    .selectFrom('client')
    .innerJoin('freelancer', 'freelancer.id', 'client.freelancer_id')
    .select((eb) => [
      'client.first_name as firstName',
      'client.last_name as lastName',
      'client.email',
      jsonBuildObject({
        name: eb.ref('freelancer.name'),
        email: eb.ref('freelancer.email'),
        company: eb.ref('freelancer.company'),
        timeZone: eb.ref('freelancer.time_zone'),
      }).as('freelancer'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirst()
}

export function findFreelancerOf(db: Db, { id }: ClientUser) {
  return db
    .selectFrom('freelancer')
    .innerJoin('client', 'client.freelancer_id', 'freelancer.id')
    .select(['freelancer.id', 'freelancer.name', 'freelancer.email', 'freelancer.company'])
    .where('client.id', '=', id)
    .executeTakeFirst()
}
