import { isBlank } from '@portico/contract'
import { type FormEvent, useState } from 'react'
import { useSubmit } from './use-submit.ts'

interface Options<Name extends string> {
  /** The fields, which must not be blank. */
  names: readonly Name[]
  /** Said when one of them is. */
  whenBlank: string
  send: (typed: Record<Name, string>, form: FormData) => Promise<void>
}

/**
 * A form whose fields are read when it is submitted: where somebody may type before React has rendered the page, where
 * there is no query client, and for passwords, which React would copy into an attribute. All others are `useForm`.
 */
export function useUncontrolledForm<Name extends string>({ names, whenBlank, send }: Options<Name>) {
  const [blankText, setBlankText] = useState('')
  const { submit, busy, failure } = useSubmit((form: FormData) => send(readFields(form, names), form))

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const hasBlank = Object.values<string>(readFields(form, names)).some(isBlank)
    setBlankText(hasBlank ? whenBlank : '')
    if (!hasBlank) submit(form)
  }

  return { onSubmit, busy, blankText, failure: blankText ? undefined : failure }
}

function readFields<Name extends string>(form: FormData, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, String(form.get(name))])) as Record<Name, string>
}
