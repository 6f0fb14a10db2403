import { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { FilterFold } from '../../ui/FilterFold.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import type { ProjectFilterState } from './use-project-filter.ts'

/** All other filters leave out archived projects. */
const statuses = ['All', ...projects.ProjectStatus.enum, 'Archived'] as const

export function ProjectFilters({ state }: { state: ProjectFilterState }) {
  const { search, status, archived, turn, due, sort, view, narrowing, change } = state
  const count = Object.keys(narrowing).filter((name) => name !== 'search').length
  return (
    <div className="filters">
      <SearchField
        label="Search by title"
        placeholder="Search by title"
        className="filters__search"
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <FilterFold count={count}>
        <Segments
          label="Status"
          options={statuses}
          value={archived ? 'Archived' : (status ?? 'All')}
          onChange={(choice) =>
            change({
              status: choice === 'All' || choice === 'Archived' ? undefined : choice,
              archived: choice === 'Archived' ? 'true' : undefined,
            })
          }
        />
        {view !== 'month' && (
          <Choice
            label="When due"
            value={due}
            options={{
              '': 'Due at any time',
              overdue: 'Overdue',
              week: 'Due this week',
              month: 'Due this month',
              none: 'No due date',
            }}
            onChange={(value) => change({ due: value })}
          />
        )}
        <ClientChoice {...state} />
        <Choice
          label="Whose turn"
          value={turn}
          options={{
            '': 'Any turn',
            freelancer: 'Your turn',
            client: 'Waiting for clients',
            none: 'Nothing waiting',
          }}
          onChange={(value) => change({ turn: value })}
        />
        {!view && (
          <Choice
            label="Order"
            value={sort}
            options={{
              '': 'Newest first',
              due: 'By due date',
              turn: 'Waiting longest first',
              title: 'By title',
            }}
            onChange={(value) => change({ sort: value })}
          />
        )}
      </FilterFold>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  /** The text of each value, in their order. */
  options: Record<string, string>
  onChange: (value: string) => void
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return (
    <label className="filters__choice">
      <span className="vh">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Only where there is something to choose between. */
function ClientChoice({ client, change }: ProjectFilterState) {
  const { data: clients = [] } = useQuery(allClients)
  if (clients.length < 2 && !client) return null
  const isListed = clients.some(({ id }) => id === client)
  return (
    <Choice
      label="Client"
      value={client}
      options={{
        '': 'Every client',
        // An archived client is in no list of those to choose from.
        ...(client && !isListed && { [client]: 'One client' }),
        ...Object.fromEntries(clients.map((one) => [one.id, fullName(one)])),
      }}
      onChange={(value) => change({ client: value })}
    />
  )
}
