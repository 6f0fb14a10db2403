import { type brand, contrast, isBlank, shadesOf } from '@portico/contract'
import { useEffect } from 'react'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { changeBrand } from './brand.queries.ts'

interface Props {
  brand: brand.Brand
  /** For the previews, which follow what is typed. */
  onType: (typed: { name: string | null; colour: string | null }) => void
}

export function BrandForm({ brand, onType }: Props) {
  const form = useForm({
    saved: { name: brand.name ?? '', colour: brand.colour ?? '', replyTo: brand.replyTo ?? '' },
    mutation: changeBrand,
    input: (_, changes) =>
      Object.fromEntries(Object.entries(changes).map(([field, text]) => [field, sentAs(field, text)])),
    fallback: 'Failed to save the brand',
  })
  const { name, colour } = form.values
  const valid = parseColour(colour)
  useEffect(() => {
    onType({ name: isBlank(name) ? null : name.trim(), colour: valid })
  }, [name, valid, onType])
  return (
    <form ref={form.ref} className="form" method="post" noValidate onSubmit={form.submit}>
      <Field
        label="Name"
        hint="Also what stands as company or title in your profile."
        error={form.errors.name}
      >
        {(props) => (
          <input {...props} {...form.field('name')} className="input" autoComplete="organization" />
        )}
      </Field>
      <Field
        label="Colour"
        isOptional
        hint={valid ? shadesText(valid) : 'For example #0a66c2. Without one, buttons are ink on paper.'}
        error={form.errors.colour}
      >
        {(props) => (
          <div className="colour-field">
            <input
              type="color"
              className="colour-field__well"
              aria-label="Choose a colour"
              value={valid ?? NO_COLOUR}
              onChange={({ target }) => form.change({ colour: target.value })}
            />
            <input
              {...props}
              {...form.field('colour')}
              className="input num"
              placeholder="#"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
      </Field>
      <Field
        label="Replies go to"
        isOptional
        hint="When a client answers an email. Otherwise to the person they work with."
        error={form.errors.replyTo}
      >
        {(props) => (
          <input {...props} {...form.field('replyTo')} className="input" type="email" autoComplete="off" />
        )}
      </Field>
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          disabled={form.isUntouched && !form.busy}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save Brand
        </Button>
        {!form.isUntouched && !form.busy && (
          <Button look="quiet" onClick={form.discard}>
            Undo changes
          </Button>
        )}
      </div>
    </form>
  )
}

/** What the browser's own picker shows while none is chosen. */
const NO_COLOUR = '#1c1917'

/** People also copy a colour without the sign. */
function parseColour(text: string) {
  const [, digits] = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text) ?? []
  return digits ? `#${digits.toLowerCase()}` : null
}

function sentAs(field: string, text: string | undefined) {
  if (text === undefined || isBlank(text)) return null
  return (field === 'colour' && parseColour(text)) || text
}

/** Where the colour itself cannot be read on the page, the owner sees what stands for it. */
function shadesText(colour: string) {
  const [light, dark] = [shadesOf(colour, 'light'), shadesOf(colour, 'dark')]
  const changed = [
    ...(light['accent-ink'] === colour ? [] : [`${light['accent-ink']} on light pages`]),
    ...(dark['accent-ink'] === colour ? [] : [`${dark['accent-ink']} on dark ones`]),
  ]
  const onButtons = `Text on it is ${light['primary-on'] === '#ffffff' ? 'white' : 'black'} (${contrast(colour, light['primary-on']).toFixed(1)}:1).`
  if (changed.length === 0) return onButtons
  return `${onButtons} Links are ${changed.join(' and ')}, so that everybody can read them.`
}
