import { type chat, matchesTitle, parseTitleQuery, paths } from '@portico/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../../app/api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadFailed, Loading } from '../../../ui/States.tsx'
import { fullName } from '../../clients/full-name.ts'
import { useUnsentMessages } from '../connection/unsent-messages.ts'
import { ConversationRow } from './ConversationRow.tsx'
import type { TypistsByClient } from './use-chat-events.ts'
import '../../../ui/Field.css'

interface Props {
  selfId: string
  query: UseQueryResult<chat.Conversation[], ApiError>
  selectedId: string | null
  typing: TypistsByClient
}

export function ConversationList({ selfId, query, selectedId, typing }: Props) {
  const [search, setSearch] = useState('')
  const unsentTexts = useUnsentMessages('freelancer', selfId)
  const rows = query.data
  const titleQuery = parseTitleQuery(search)
  const matchingRows = rows?.filter(({ client }) =>
    matchesTitle(`${fullName(client)} ${client.company ?? ''}`, titleQuery),
  )

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
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </search>
      )}
      {rows === undefined && query.isPending && (
        <Loading says="Loading clients...">
          <ListSkeleton />
        </Loading>
      )}
      {rows === undefined && query.isError && (
        <div className="chat__failed">
          <LoadFailed title="Your clients did not load" error={query.error} onRetry={() => query.refetch()} />
        </div>
      )}
      {rows?.length === 0 && (
        <p className="chat__note">
          You have no clients yet.{' '}
          <Link className="link" to={paths.freelancer.clients}>
            Clients
          </Link>
        </p>
      )}
      {matchingRows?.length === 0 && search !== '' && (
        <p className="chat__note" role="status">
          No client has that name.
        </p>
      )}
      {matchingRows?.map((row) => (
        <ConversationRow
          key={row.client.id}
          row={row}
          isSelected={row.client.id === selectedId}
          selfId={selfId}
          typing={typing.get(row.client.id)}
          // The open conversation shows its unsent messages itself.
          unsentText={row.client.id === selectedId ? undefined : unsentTexts.get(row.client.id)}
        />
      ))}
    </nav>
  )
}

function ListSkeleton() {
  return [0, 1, 2].map((index) => (
    <div className="peer" key={index}>
      <span className="avatar" />
      <span className="skeleton skeleton--short" />
      <span />
      <span className="skeleton" />
    </div>
  ))
}
