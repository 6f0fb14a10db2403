import * as Type from 'typebox'
import { AUDIT_ACTIONS, AUDIT_GROUPS, type AuditAction, type AuditGroup } from './audit-text.ts'
import { Day, Id, Instant, nullable, paging, StrictObject, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'

/** How many days an entry is kept, unless the operator sets `AUDIT_DAYS`. */
export const AUDIT_DAYS = 400

export type ActorType = Type.Static<typeof ActorType>
export const ActorType = Type.Enum(['freelancer', 'client', 'guest', 'operator', 'system'])

export type TargetKind = Type.Static<typeof TargetKind>
export const TargetKind = Type.Enum(['person', 'client', 'project', 'file', 'request', 'receipt'])

export type Action = AuditAction
export const Action = Type.Enum(Object.keys(AUDIT_ACTIONS) as AuditAction[])

export type Group = AuditGroup
export const Group = Type.Enum(Object.keys(AUDIT_GROUPS) as AuditGroup[])

/** Short facts of an action. Never a secret, and no text that somebody wrote. */
export type Details = Type.Static<typeof Details>
export const Details = Type.Object({
  method: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
})

export type Entry = Type.Static<typeof Entry>
export const Entry = Type.Object({
  id: Id,
  at: Instant,
  actor: Type.Object({ type: ActorType, id: nullable(Id), name: nullable(Type.String()) }),
  action: Action,
  group: Group,
  target: nullable(Type.Object({ kind: TargetKind, id: nullable(Id), name: nullable(Type.String()) })),
  device: nullable(Type.String()),
  address: nullable(Type.String()),
  details: Details,
})

const filters = {
  actor: Type.Optional(Id),
  group: Type.Optional(Group),
  target: Type.Optional(Id),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  search: Type.Optional(/* @__PURE__ */ visibleText(200)),
}
export type Filter = Type.Static<typeof Filter>
const Filter = StrictObject(filters)

/** Sent as it is, in the type that `answers` names. */
const Bytes = Type.Unsafe<Blob>({ type: 'string', format: 'binary' })

export const list = endpoint({
  method: 'GET',
  url: '/audit',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The security log of your workspace, newest first',
    querystring: StrictObject({ ...filters, ...paging }),
    response: { 200: Type.Array(Entry) },
  },
})

export const exportCsv = endpoint({
  method: 'GET',
  url: '/audit/export.csv',
  config: { access: 'freelancer', sensitive: true, answers: 'text/csv' },
  schema: {
    summary: 'The whole security log as CSV, for a spreadsheet',
    querystring: Filter,
    response: { 200: Bytes },
  },
})
