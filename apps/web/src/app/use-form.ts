import { isBlank } from '@portico/contract'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Conflict } from '../ui/ChangedMeanwhile.tsx'
import type { ApiError } from './api.ts'
import { useDraft } from './draft.ts'
import { formErrorText, useFocusFirstError } from './form-errors.ts'

type FieldErrors = Record<string, string | undefined>
type Values = Record<string, string>

/** Either is what the fields hold before anybody has typed. */
type Initial<T> =
  /**
   * Something that is changed. Untouched fields follow the server, and nothing is sent while all are, unless
   * `maySendUntouched`.
   */
  | { saved: T; maySendUntouched?: boolean }
  /** Something new. */
  | { empty: T }

interface Options<T extends Values, Input, Result, Context> {
  /** Under this name, typed text survives a closed form and a reload. Without one it is gone with the form. */
  draft?: string
  /** The error of each field that must not be blank. */
  required?: { [Name in keyof T]?: string }
  /** Shown above the buttons while one of them is. */
  whenBlank?: string | undefined
  mutation: UseMutationOptions<Result, ApiError, Input, Context>
  /**
   * What is sent. Only changed fields should be, so that changes from elsewhere are not undone. `was` has what these fields held
   * when they were first changed, by which the server notices that somebody else has changed them since.
   */
  input: (values: T, changes: Partial<T>, was: Partial<T>) => Input
  /** Shown when the server cannot say what is wrong. */
  fallback: string
  /** Further fields of the form, which show their errors themselves. */
  otherFields?: readonly string[]
  /** Called if the form is still on screen. */
  onSuccess?: (result: Result) => void
}

/** What fields need that a component of their own shows. */
export interface FormFields<Name extends string> {
  errors: FieldErrors
  field: (name: Name) => {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
}

export interface FieldConflict extends Conflict {
  name: string
}

/** What the frame of a form needs: a panel, a dialog or a section of a page. */
export interface FormState {
  ref: (element: HTMLElement | null) => void
  busy: boolean
  isUntouched: boolean
  problem: string | undefined
  /** The changed fields that somebody else has changed meanwhile. */
  conflicts: readonly FieldConflict[]
  submit: (event?: SubmitEvent) => void
  discard: () => void
}

/** The state of a form: what is typed, what is missing, what the server says, and sending it. */
export function useForm<T extends Values, Input, Result, Context>(
  options: Options<T, Input, Result, Context> & Initial<T>,
) {
  const { required = {}, whenBlank, mutation, input, fallback, otherFields = [] } = options
  const initial = 'saved' in options ? options.saved : options.empty
  const names = Object.keys(initial)
  const { draft, change: changeDraft, clearDraft } = useDraft<Partial<T>>(options.draft, {})
  const base = useDraft<Partial<T>>(options.draft && `${options.draft}.was`, {})
  const [missing, setMissing] = useState<FieldErrors>()
  const { mutate, reset, isPending, error, data } = useMutation({
    ...mutation,
    // Here and not at `mutate`, which forgets its callbacks when the form goes away meanwhile.
    onSuccess: (...result) => {
      clearDraft()
      base.clearDraft()
      return mutation.onSuccess?.(...result)
    },
  })
  const form = useFocusFirstError<HTMLElement>(missing ?? error)

  const values = Object.fromEntries(names.map((name) => [name, draft[name] ?? initial[name]])) as T
  const changes = pick(values, ({ name, value }) => value !== initial[name])
  const isUntouched = 'saved' in options && !options.maySendUntouched && Object.keys(changes).length === 0

  /** What a field holds now, as far as this browser or the server's last error knows. */
  const present = (name: string) => error?.current[name] ?? initial[name] ?? ''
  const changedElsewhere =
    'saved' in options
      ? Object.keys(changes).filter((name) => {
          const was = base.draft[name]
          return was !== undefined && was !== present(name) && values[name] !== present(name)
        })
      : []
  const conflicts = changedElsewhere.map((name) => {
    const theirs = present(name)
    const settle = (text: string) => {
      changeDraft({ [name]: text === initial[name] ? undefined : text } as Partial<T>)
      base.change({ [name]: theirs } as Partial<T>)
    }
    const mine = values[name] ?? ''
    return { name, theirs, keepMine: () => settle(mine), takeTheirs: () => settle(theirs) }
  })
  // As a conflict, until one text was taken.
  const isShownAsConflict = Object.entries(error?.current ?? {}).some(
    ([name, theirs]) => name in changes || base.draft[name] === theirs,
  )

  /** A field that is as it was is no part of the draft, so that it follows the server again. */
  function change(part: Partial<T>) {
    const typed = Object.entries(part).map(([name, value]) => [
      name,
      value === initial[name] ? undefined : value,
    ])
    changeDraft(Object.fromEntries(typed))
    const began = Object.keys(part).filter((name) => draft[name] === undefined)
    base.change(Object.fromEntries(began.map((name) => [name, initial[name]])) as Partial<T>)
  }

  function clear() {
    const nothing = Object.fromEntries(names.map((name) => [name, undefined])) as Partial<T>
    changeDraft(nothing)
    base.change(nothing)
  }

  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (isPending || isUntouched) return
    const blank = pick(required as FieldErrors, ({ name }) => isBlank(values[name] ?? ''))
    const isComplete = Object.keys(blank).length === 0
    setMissing(isComplete ? undefined : blank)
    if (!isComplete) return
    mutate(
      input(
        values,
        changes,
        pick(base.draft, ({ name }) => name in changes),
      ),
      {
        onSuccess: (result) => {
          clear()
          options.onSuccess?.(result)
        },
      },
    )
  }

  return {
    values,
    change,
    /** Spread it into the control. */
    field: <Name extends keyof T & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as unknown as Partial<T>),
    }),
    errors: (missing ?? error?.fields ?? {}) as FieldErrors,
    problem: missing
      ? whenBlank
      : isShownAsConflict
        ? undefined
        : formErrorText(error, [...names, ...otherFields], fallback),
    busy: isPending,
    isUntouched,
    conflicts,
    /** Finds the first invalid field, which gets the focus. */
    ref: (element: HTMLElement | null) => {
      form.current = element
    },
    submit,
    /** Forgets what was typed, and the errors. */
    discard() {
      clear()
      setMissing(undefined)
      reset()
    },
    result: data,
  }
}

function pick<T extends FieldErrors>(
  fields: T,
  isPicked: (field: { name: string; value: string | undefined }) => boolean,
) {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => isPicked({ name, value })),
  ) as Partial<T>
}
