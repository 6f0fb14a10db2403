import { useMutation, useQuery } from '@tanstack/react-query'
import { Icon } from '../../ui/Icon.tsx'
import { changeEmailPreference, emailPreference } from './chat.queries.ts'
import '../../ui/Field.css'

export function UnreadEmailSwitch() {
  const { data: isOn } = useQuery(emailPreference)
  const change = useMutation(changeEmailPreference)
  if (isOn === undefined) return null
  return (
    <label className="check">
      <span>
        <input
          type="checkbox"
          checked={isOn}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        />
        <Icon name="check" />
      </span>
      <span>Mail me messages that I have not read</span>
    </label>
  )
}
