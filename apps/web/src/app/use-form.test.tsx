import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInFreelancer } from '../../test/fixtures.tsx'
import { Field } from '../ui/Field.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { ApiError } from './api.ts'
import { storedDraft } from './stored.ts'
import { useForm } from './use-form.ts'

beforeEach(() => void signInFreelancer())

const stored = () => storedDraft('freelancer', 'edit-project.p1', 'f1').read()

type Project = { title: string; description: string }

type Send = (changes: Partial<Project>) => Promise<unknown>

function Panel({ project, send, onClose }: { project: Project; send: Send; onClose: () => void }) {
  const form = useForm({
    draft: 'edit-project.p1',
    saved: project,
    required: { title: 'Title is required.' },
    whenBlank: 'Please fill out the title.',
    mutation: { mutationFn: send },
    input: (_, changes, was) => ({ ...changes, was }),
    fallback: 'Failed to update project',
    onSuccess: onClose,
  })
  return (
    <FormPanel heading="Edit project" action="Update" doing="Updating..." form={form} onClose={onClose}>
      <Field label="Title" error={form.errors.title}>
        {(field) => <input {...field} {...form.field('title')} />}
      </Field>
      <Field label="Description" error={form.errors.description}>
        {(field) => <input {...field} {...form.field('description')} />}
      </Field>
    </FormPanel>
  )
}

function Page({ project, send }: { project: Project; send: Send }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Panel project={project} send={send} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A page that opens the panel. `save` changes the project elsewhere, and `leave` goes to another page. */
function show(send: Send = async () => {}) {
  const client = new QueryClient()
  const page = (content: ReactElement) => <QueryClientProvider client={client}>{content}</QueryClientProvider>
  const shown = (project: Project) => page(<Page project={project} send={send} />)
  const { rerender } = render(shown({ title: 'Menu', description: 'Two sizes' }))
  return {
    save: (project: Project) => rerender(shown(project)),
    leave: () => rerender(page(<p>another page</p>)),
  }
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))
const update = () => userEvent.click(screen.getByRole('button', { name: /^Update/ }))
const input = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function retype(name: string, text: string) {
  await userEvent.clear(await input(name))
  if (text) await userEvent.type(await input(name), text)
}

test('sends the changed fields alone, then closes and forgets the draft', async () => {
  const send = vi.fn<Send>(async () => {})
  show(send)
  await open()
  await update()
  expect(send, 'nothing has changed').not.toHaveBeenCalled()

  await retype('Title', 'Spring menu')
  expect(stored()).toEqual({ title: 'Spring menu' })
  await update()

  await gone()
  expect(send.mock.calls.map(([changes]) => changes)).toEqual([
    { title: 'Spring menu', was: { title: 'Menu' } },
  ])
  expect(stored()).toBeUndefined()
})

test('names what is missing, focuses it and sends nothing', async () => {
  const send = vi.fn<Send>(async () => {})
  show(send)
  await open()
  await retype('Title', ' ')
  await update()

  expect((await input('Title')).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await input('Title'))
  expect(screen.getByText('Title is required.')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Please fill out the title.')
  expect(send).not.toHaveBeenCalled()
})

test('shows the error of a field at the field alone, and keeps the typed text', async () => {
  const tooLong = 'Title can have at most 200 characters.'
  const refusal = new ApiError(400, { code: 'INVALID_INPUT', message: tooLong, fields: { title: tooLong } })
  show(() => Promise.reject(refusal))
  await open()
  await retype('Title', 'Spring menu')
  await update()

  await screen.findByText(tooLong)
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(async () => expect(document.activeElement).toBe(await input('Title')))
  expect((await input('Title')).value).toBe('Spring menu')
  expect(stored()).toEqual({ title: 'Spring menu' })
})

test('a field that was typed back to what it was follows the server again', async () => {
  const { save } = show()
  await open()
  await retype('Title', 'Men')
  await userEvent.type(await input('Title'), 'u')
  expect(stored()).toBeUndefined()

  save({ title: 'Autumn menu', description: 'Two sizes' })

  await waitFor(async () => expect((await input('Title')).value).toBe('Autumn menu'))
})

test('forgets the draft of a form that was left while it was sent', async () => {
  let finish = () => {}
  const { leave } = show(() => new Promise<void>((resolve) => (finish = resolve)))
  await open()
  await retype('Title', 'Spring menu')
  await update()

  leave()
  await screen.findByText('another page')
  expect(stored()).toBeDefined()
  finish()

  await waitFor(() => expect(stored()).toBeUndefined())
})

test('closing keeps the typed text, Cancel discards it', async () => {
  show()
  await open()
  await retype('Title', 'Spring menu')
  await userEvent.keyboard('{Escape}')
  await gone()
  await open()
  expect((await input('Title')).value).toBe('Spring menu')

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await gone()

  expect(stored()).toBeUndefined()
  await open()
  expect((await input('Title')).value).toBe('Menu')
})

const changedByOther = (current: Partial<Project>) =>
  new ApiError(409, { code: 'CHANGED_MEANWHILE', message: 'This was changed meanwhile.', current })

test('shows what somebody else wrote meanwhile, and keeps what was typed until one is taken', async () => {
  const { save } = show()
  await open()
  await retype('Title', 'Spring menu')

  save({ title: 'Summer menu', description: 'Two sizes' })

  expect((await screen.findByRole('alert')).textContent).toContain('Summer menu')
  expect((await input('Title')).value).toBe('Spring menu')
  await userEvent.click(screen.getByRole('button', { name: 'Take this one' }))
  expect((await input('Title')).value).toBe('Summer menu')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('compares with what the server says has changed, and replaces it when that is chosen', async () => {
  const sent: unknown[] = []
  show(async (changes) => {
    sent.push(changes)
    if (sent.length === 1) throw changedByOther({ title: 'Summer menu' })
  })
  await open()
  await retype('Title', 'Spring menu')
  await update()
  expect((await screen.findByRole('alert')).textContent).toContain('Summer menu')

  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await update()

  await gone()
  expect(sent).toEqual([
    { title: 'Spring menu', was: { title: 'Menu' } },
    { title: 'Spring menu', was: { title: 'Summer menu' } },
  ])
})

test('a change of another field elsewhere is no conflict', async () => {
  const { save } = show()
  await open()
  await retype('Title', 'Spring menu')

  save({ title: 'Menu', description: 'Three sizes' })

  expect((await input('Description')).value).toBe('Three sizes')
  expect(screen.queryByRole('alert')).toBeNull()
})
