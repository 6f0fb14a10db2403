import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { toast } from './toast.ts'

interface Props {
  label: string
  value: string
  /** The button's words, and what the toast says once it is copied. */
  action: string
  copied: string
}

/** Text to take along: selected on focus, copied by the button, which answers too. */
export function CopyField({ label, value, action, copied }: Props) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, 2_000, false)
    return () => clearTimeout(timer)
  }, [done])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setDone(true)
      toast.success(copied)
    } catch {
      toast.error('The link could not be copied', 'Select it and copy it by hand.')
    }
  }

  return (
    <>
      <Field label={label}>
        {(field) => (
          <input
            {...field}
            className="input input--mono"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <Button onClick={copy}>
        <Icon name={done ? 'check' : 'copy'} small />
        {done ? 'Copied' : action}
      </Button>
    </>
  )
}
