import { AUDIT_GROUPS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasPlans } from '../../app/plans.tsx'
import { currentSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterChoice } from '../../ui/FilterChoice.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import type { AuditFilterState } from './use-audit-filter.ts'

export function SecurityLogFilters({ filter, change }: AuditFilterState) {
  const { search = '', group, actor, target, from = '', to = '' } = filter
  const [isOpen, setOpen] = useState(false)
  const { data: clients = [] } = useQuery(allClients)
  const names = Object.fromEntries(clients.map((client) => [client.id, fullName(client)]))
  const count = Object.keys(filter).filter((name) => name !== 'search').length
  return (
    <div className="filters">
      <SearchField
        label="Search the log"
        placeholder="Search by name, action, device or address"
        className="filters__search"
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <div className="filters__button">
        <Button aria-expanded={isOpen} aria-controls="log-filters" onClick={() => setOpen(!isOpen)}>
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      </div>
      <div className="filters__fold" id="log-filters" data-open={isOpen || undefined}>
        <FilterChoice
          label="Kind"
          value={group}
          options={groupOptions()}
          onChange={(value) => change({ group: value })}
        />
        <FilterChoice
          label="Who"
          value={actor}
          options={{ '': 'By anybody', ...ownOption(), ...withUnlisted(actor, names), ...names }}
          onChange={(value) => change({ actor: value })}
        />
        {(clients.length > 0 || target) && (
          <FilterChoice
            label="About whom"
            value={target}
            options={{ '': 'About anything', ...withUnlisted(target, names), ...names }}
            onChange={(value) => change({ target: value })}
          />
        )}
        <DayFilter label="From" value={from} max={to} onChange={(value) => change({ from: value })} />
        <DayFilter label="To" value={to} min={from} onChange={(value) => change({ to: value })} />
      </div>
    </div>
  )
}

function ownOption() {
  const state = currentSession('freelancer')
  return state.status === 'in' ? { [state.session.id]: 'By you' } : {}
}

/** Somebody who is deleted or archived is in no list of those to choose from. */
const withUnlisted = (id: string | undefined, names: Record<string, string>) =>
  id && !names[id] && !ownOption()[id] ? { [id]: 'One person or thing' } : {}

interface DayProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayFilter({ label, onChange, ...day }: DayProps) {
  return (
    <label className="filters__choice log-day">
      <span className="soft small">{label}</span>
      <input type="date" className="input num" {...day} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

function groupOptions() {
  const { plan, ...others } = AUDIT_GROUPS
  return { '': 'Everything', ...others, ...(hasPlans() && { plan }) }
}
