import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFile, aLocalFile } from '../../../test/file.ts'
import { toasts } from '../../../test/fixtures.tsx'
import { fileList, showProjectFiles } from '../../../test/project-files.tsx'

const dragged = (...files: File[]) => ({
  types: ['Files'],
  files,
  items: files.map((file) => ({ kind: 'file', getAsFile: () => file })),
})

test('files can be dropped anywhere on the page, and are counted while they are dragged', async () => {
  const { uploads } = showProjectFiles()
  const dataTransfer = dragged(aLocalFile('a.pdf'), aLocalFile('b.pdf'))

  fireEvent.dragEnter(document.body, { dataTransfer })
  expect(screen.getByText('Let go to add 2 files')).toBeDefined()
  fireEvent.drop(document.body, { dataTransfer })

  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.queryByText(/Let go/)).toBeNull()
})

test('the drag ends although the element under the pointer was removed', async () => {
  showProjectFiles()
  const dataTransfer = dragged(aLocalFile('a.pdf'))
  fireEvent.dragEnter(document.body, { dataTransfer })
  const underPointer = await screen.findByText('No files uploaded yet.')
  fireEvent.dragEnter(underPointer, { dataTransfer })
  fireEvent.dragLeave(document.body, { dataTransfer })
  expect(screen.getByText('Let go to add 1 file')).toBeDefined()

  underPointer.remove()
  fireEvent.dragEnter(document.body, { dataTransfer })
  fireEvent.dragLeave(document.body, { dataTransfer })

  expect(screen.queryByText(/Let go/)).toBeNull()
})

test('no number is shown when the browser does not count dragged files', () => {
  showProjectFiles()
  fireEvent.dragEnter(document.body, { dataTransfer: dragged() })
  expect(screen.getByText('Let go to add them')).toBeDefined()
})

test('an image of the page that is dragged is not uploaded, but a file dropped after it is', async () => {
  const { uploads } = showProjectFiles({ files: [aFile({ contentType: 'image/png', thumbnailUrl: '/t' })] })
  const image = (await fileList()).querySelector('img') as HTMLImageElement
  const copy = { dataTransfer: dragged(aLocalFile('thumbnail')) }

  fireEvent.dragStart(image, copy)
  fireEvent.dragEnter(document.body, copy)
  expect(screen.queryByText(/Let go/)).toBeNull()
  fireEvent.drop(document.body, copy)
  fireEvent.dragEnd(image, copy)
  expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
  expect(toasts()).toEqual([])

  fireEvent.drop(document.body, { dataTransfer: dragged(aLocalFile('a.pdf')) })
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.fields.file).toMatchObject({ name: 'a.pdf' })
})

test('files can be dropped after a dragged image was removed from the page', async () => {
  const { uploads } = showProjectFiles({ files: [aFile({ contentType: 'image/png', thumbnailUrl: '/t' })] })
  const image = (await fileList()).querySelector('img') as HTMLImageElement

  fireEvent.dragStart(image, { dataTransfer: dragged(aLocalFile('thumbnail')) })
  image.remove()
  fireEvent.drop(document.body, { dataTransfer: dragged(aLocalFile('a.pdf')) })

  await waitFor(() => expect(uploads).toHaveLength(1))
})

test('one file becomes a new version of the file it is dropped on, several become files', async () => {
  const { uploads } = showProjectFiles({ files: [aFile({ id: 'f1', fileName: 'menu.pdf' })] })
  const [row] = within(await fileList()).getAllByRole('listitem')
  const one = { dataTransfer: dragged(aLocalFile('a.pdf')) }

  fireEvent.dragEnter(row as HTMLElement, one)
  expect(await screen.findByText('Let go: new version of menu.pdf')).toBeDefined()
  fireEvent.drop(row as HTMLElement, one)
  await waitFor(() => expect(uploads).toMatchObject([{ fields: { versionOf: 'f1' } }]))
  expect(screen.queryByText(/^Let go/)).toBeNull()
  uploads[0]?.respond({ status: 201 })

  const two = { dataTransfer: dragged(aLocalFile('b.pdf'), aLocalFile('c.pdf')) }
  fireEvent.dragEnter(row as HTMLElement, two)
  expect(await screen.findByText('Let go to add 2 files')).toBeDefined()
  fireEvent.drop(row as HTMLElement, two)
  await waitFor(() => expect(uploads).toHaveLength(3))
  expect(uploads.slice(1).map(({ fields }) => fields.versionOf)).toEqual([undefined, undefined])
})

test('a drop without files asks for a file', () => {
  showProjectFiles()
  fireEvent.drop(document.body, { dataTransfer: dragged() })
  expect(toasts()).toMatchObject([{ kind: 'error', title: 'Please select a file to upload.' }])
})

test.for(['text/plain', 'text/uri-list'])('a drop of %s asks for a file, except on a field', (type) => {
  showProjectFiles()
  const field = document.body.appendChild(document.createElement('input'))
  const dataTransfer = { types: [type], files: [], items: [{ kind: 'string' }] }

  // Not prevented: the browser puts the text into the field.
  expect(fireEvent.drop(field, { dataTransfer })).toBe(true)
  expect(toasts()).toEqual([])

  expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
  expect(toasts()).toMatchObject([{ kind: 'error', title: 'Please select a file to upload.' }])
  field.remove()
})

test('text of the page that is dropped on it again says nothing', async () => {
  showProjectFiles()
  const text = await screen.findByText('No files uploaded yet.')
  const dataTransfer = { types: ['text/plain'], files: [], items: [{ kind: 'string' }] }

  fireEvent.dragStart(text, { dataTransfer })
  fireEvent.drop(document.body, { dataTransfer })

  expect(toasts()).toEqual([])
})

test('a folder is refused, also beside a file', async () => {
  const { uploads } = showProjectFiles()
  const [item] = dragged(aLocalFile('folder')).items
  const folder = { ...item, webkitGetAsEntry: () => ({ isDirectory: true }) }

  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [folder] } })

  expect(toasts()).toMatchObject([
    {
      kind: 'error',
      title: 'Please select a file to upload.',
      detail: 'Folders cannot be uploaded, but the files inside can.',
    },
  ])
  expect(uploads).toHaveLength(0)

  const [file] = dragged(aLocalFile('a.pdf')).items
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [folder, file] } })

  expect(toasts().at(-1)).toMatchObject({ kind: 'error', title: 'Folders cannot be uploaded' })
  await waitFor(() => expect(uploads).toHaveLength(1))
})

test('a pasted image gets a name of its own, and pasted text is left alone', async () => {
  const { uploads } = showProjectFiles()
  const clipboardData = { files: [aLocalFile('image.png', { type: 'image/png' })], types: ['Files'] }

  fireEvent.paste(document.body, { clipboardData })
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.fields.file).toMatchObject({ name: expect.stringMatching(/^Pasted image .+\.png$/) })

  fireEvent.paste(document.body, { clipboardData: { files: [], types: ['text/plain'] } })
  expect(uploads).toHaveLength(1)
})
