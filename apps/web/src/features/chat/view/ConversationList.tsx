import type { chat } from '@portico/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../../app/api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadFailed, Loading } from '../../../ui/States.tsx'
import { fullName } from '../../clients/full-name.ts'
import { useUnsentMessages } from '../connection/unsent-messages.ts'
import { ConversationRow } from './ConversationRow.tsx'
import '../../../ui/Field.css'

interface Props {
  selfId: string
  query: UseQueryResult<chat.Conversation[], ApiError>
  chosen: string | null
  typing: ReadonlySet<string>
}

/** Everybody one can talk to, with what was said last. */
export function ConversationList({ selfId, query, chosen, typing }: Props) {
  const [sought, setSought] = useState('')
  const unsent = useUnsentMessages('freelancer', selfId)
  const rows = query.data
  const found = rows?.filter(({ client }) => matches(client, sought))

  return (
    <nav className="chat__list" aria-label="Conversations">
      <h1 tabIndex={-1}>Chat</h1>
      {rows !== undefined && rows.length > 0 && (
        <search className="search chat__search">
          <Icon name="search" small />
          <input
            className="input"
            type="search"
            aria-label="Search by name"
            placeholder="Search by name"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        </search>
      )}
      {rows === undefined && query.isPending && (
        <Loading says="Loading clients...">
          <PeerBones />
        </Loading>
      )}
      {rows === undefined && query.isError && (
        <div className="chat__failed">
          <LoadFailed title="Your clients did not load" error={query.error} onRetry={() => query.refetch()} />
        </div>
      )}
      {rows?.length === 0 && (
        <p className="chat__said">
          You have no clients yet.{' '}
          <Link className="link" to="/clients">
            Clients
          </Link>
        </p>
      )}
      {found?.length === 0 && sought !== '' && (
        <p className="chat__said" role="status">
          No client goes by that name.
        </p>
      )}
      {found?.map((row) => (
        <ConversationRow
          key={row.client.id}
          row={row}
          isChosen={row.client.id === chosen}
          isTyping={typing.has(row.client.id)}
          // The conversation that is open says so itself.
          unsent={row.client.id === chosen ? undefined : unsent.get(row.client.id)}
        />
      ))}
    </nav>
  )
}

/** Any part of the name or the company, whatever its accents and capitals. */
function matches(client: chat.Conversation['client'], sought: string) {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en-GB')
  return plain(`${fullName(client)} ${client.company ?? ''}`).includes(plain(sought.trim()))
}

function PeerBones() {
  return [0, 1, 2].map((index) => (
    <div className="peer" key={index}>
      <span className="avatar" />
      <span className="bone bone--short" />
      <span />
      <span className="bone" />
    </div>
  ))
}
