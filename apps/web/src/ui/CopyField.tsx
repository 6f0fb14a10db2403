import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { toast } from './toast.ts'
import './CopyField.css'

interface Props {
  label: string
  value: string
  /** The label of the button, and the text of the toast after copying. */
  action: string
  copied: string
}

/** Text to copy: selected on focus, and when the browser refuses to copy. */
export function CopyField({ label, value, action, copied }: Props) {
  const input = useRef<HTMLInputElement>(null)
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
      input.current?.focus()
      input.current?.select()
      toast.error('Your browser did not let us copy', 'The text is selected: copy it by hand.')
    }
  }

  return (
    <div className="copy-field">
      <Field label={label}>
        {(field) => (
          <input
            {...field}
            ref={input}
            className="input input--mono"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <Button className="btn--block" onClick={copy}>
        <Icon name={done ? 'check' : 'copy'} small />
        {done ? 'Copied' : action}
      </Button>
    </div>
  )
}
