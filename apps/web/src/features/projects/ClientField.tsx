import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'

interface Props {
  value: string
  onChange: (clientId: string) => void
  error: string | undefined
}

export function ClientField({ value, onChange, error }: Props) {
  const { data: clients, isError, refetch } = useQuery(allClients)
  const failed = isError && !clients
  return (
    <Field
      label="Client"
      error={failed ? 'Your clients did not load.' : error}
      hint={
        failed && (
          <button type="button" className="link" onClick={() => refetch()}>
            Retry
          </button>
        )
      }
    >
      {(field) => (
        <div className="select">
          <Icon name="down" small />
          <select
            {...field}
            className="input"
            name="clientId"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="" disabled>
              {clients || failed ? 'Choose a client' : 'Loading clients...'}
            </option>
            {clients?.map((client) => (
              <option key={client.id} value={client.id}>
                {[fullName(client), client.company].filter(Boolean).join(', ')}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
