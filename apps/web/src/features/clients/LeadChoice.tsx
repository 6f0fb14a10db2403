import { useQuery } from '@tanstack/react-query'
import { currentSession } from '../../app/session.ts'
import { useTeam } from '../accounts/dashboard.queries.ts'
import { MemberSelect } from './MemberSelect.tsx'
import { colleagues } from './team.queries.ts'

interface Props {
  /** Empty for oneself. */
  value: string
  error: string | undefined
  onChange: (leadId: string) => void
}

/** Who leads a new client. Nothing for who works alone. */
export function LeadChoice({ value, error, onChange }: Props) {
  const team = useTeam()
  const { data: members } = useQuery({ ...colleagues, enabled: Boolean(team) })
  const state = currentSession('freelancer')
  const self = state.status === 'in' ? state.session.id : ''
  if (!team || !members || members.length < 2) return null
  return (
    <MemberSelect
      label="Lead"
      members={members}
      value={value || self}
      error={error}
      hint="Looks after the client, and is the name that they see first."
      onChange={(id) => onChange(id === self ? '' : id)}
    />
  )
}
