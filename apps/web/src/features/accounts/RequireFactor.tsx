import { useMutation, useQuery } from '@tanstack/react-query'
import { Switch } from '../../ui/Switch.tsx'
import { myFactors, requireFactor } from './factors.queries.ts'
import { myWorkspace } from './workspace.queries.ts'

/** The owner's rule for everybody who works in the workspace. Renders nothing for others, and for who works alone. */
export function RequireFactor() {
  const { data: workspace } = useQuery(myWorkspace)
  const { data: mine } = useQuery(myFactors)
  const change = useMutation(requireFactor)
  if (!workspace || !mine || workspace.role !== 'owner') return null
  const { requireSecondFactor: isRequired, membersUsed } = workspace
  if (membersUsed < 2 && !isRequired) return null
  const hasOwn = mine.app !== null || mine.passkeys.length > 0
  return (
    <div className="require-factor">
      <Switch
        label="Ask it of everybody who works here"
        hint={
          hasOwn || isRequired
            ? 'Members who have not set it up do so before anything else, from now on.'
            : 'Set it up for yourself first.'
        }
        isOn={change.isPending ? change.variables : isRequired}
        busy={change.isPending}
        disabled={!hasOwn && !isRequired}
        onChange={(required) => change.mutate(required)}
      />
    </div>
  )
}
