import { type members, plural } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { chooseMembers } from './members.queries.ts'

interface Props {
  /** Everybody who works here but the owner. */
  others: readonly members.Member[]
  /** How many the plan has room for, the owner included. */
  memberLimit: number
  onClose: () => void
}

/** Who works on where the plan has no room for all. */
export default function ChooseMembersDialog({ others, memberLimit, onClose }: Props) {
  const places = memberLimit - 1
  const working = others.filter(({ pausedAt }) => !pausedAt).slice(0, places)
  const form = useForm({
    empty: { memberIds: working.map(({ id }) => id).join(' ') },
    mutation: chooseMembers,
    input: ({ memberIds }) => memberIds.split(' ').filter(Boolean),
    fallback: 'Your choice was not saved',
    onSuccess: onClose,
  })
  const chosen = form.values.memberIds.split(' ').filter(Boolean)

  function choose(id: string, works: boolean) {
    const rest = chosen.filter((one) => one !== id)
    form.change({ memberIds: (works ? [...rest, id] : rest).join(' ') })
  }

  return (
    <FormDialog
      title="Who works on?"
      hasDetails
      description={
        <p>
          Your plan has room for {plural(memberLimit, 'member')}, you included. The others are paused until
          there is room or you choose them: they can log in and read why, and nothing of theirs is lost.
        </p>
      }
      form={form}
      action="Save"
      doing="Saving..."
      className="form"
      onClose={onClose}
    >
      {places > 0 && (
        <fieldset className="invite">
          <legend>
            {chosen.length} of {plural(places, 'colleague')} chosen
          </legend>
          {others.map(({ id, name }) => (
            <label key={id} className="check">
              <span>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={!chosen.includes(id) && chosen.length >= places}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <Icon name="check" />
              </span>
              <span className="cut" title={name ?? undefined}>
                {name}
              </span>
            </label>
          ))}
          {form.errors.memberIds && <p className="error">{form.errors.memberIds}</p>}
        </fieldset>
      )}
    </FormDialog>
  )
}
