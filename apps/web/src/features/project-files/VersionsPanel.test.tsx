import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { toasts } from '../../../test/fixtures.tsx'
import { showProjectFiles } from '../../../test/project-files.tsx'
// Loads the lazy chunks before the tests, so that no test waits for them.
import './VersionsPanel.tsx'
import '../../ui/ConfirmDialogBody.tsx'

const menu = { fileName: 'menu.pdf', versions: 3 }
const third = aFile({ ...menu, id: 'f3', version: 3 })
const second = aFile({
  ...menu,
  id: 'f2',
  version: 2,
  uploader: 'Maya Whitcombe',
  uploaderType: 'Client',
  uploaderId: 'c1',
})
const first = aFile({ ...menu, id: 'f1', version: 1 })

const listed = ({ readAt: _readAt, ...file }: typeof first) => file

const rows = () =>
  within(screen.getByRole('list', { name: 'Versions' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent.trim())

async function openVersions(as: 'freelancer' | 'client' = 'freelancer') {
  let versions = [third, second, first]
  const remove = vi.fn(() => {
    versions = [second, first].map((version) => ({ ...version, versions: 2 }))
    shown.server.files = versions.slice(0, 1)
    return new Response(null, { status: 204 })
  })
  const shown = showProjectFiles({
    as,
    files: [third],
    handlers: {
      'GET /files/f3/versions': () => Response.json(versions.map(listed)),
      'DELETE /files/f3': remove,
    },
  })
  await shown.user.click(await screen.findByRole('button', { name: /^v3 of menu.pdf/ }))
  await screen.findByRole('list', { name: 'Versions' })
  return { ...shown, remove }
}

test('lists all versions, newest first, to be opened and downloaded', async () => {
  await openVersions()

  expect(rows()).toEqual(['Version 3 newest', 'Version 2', 'Version 1'])
  for (const { id, version } of [third, second, first]) {
    const link = screen.getByRole('link', { name: `View File version ${version} of menu.pdf` })
    expect(link.getAttribute('href'), id).toBe(first.fileUrl)
    expect(screen.getByRole('link', { name: `Download version ${version} of menu.pdf` })).toBeDefined()
  }
})

test('a version is deleted after a confirmation that names the version which replaces it', async () => {
  const { user, remove } = await openVersions()

  await user.click(screen.getByRole('button', { name: 'Delete version 3' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(
    within(dialog).getByText(/^Version 3 of menu.pdf is deleted .* The version before it takes its place\./),
  ).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: /Delete Version/ }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(rows()).toEqual(['Version 2 newest', 'Version 1'])
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Version 3 deleted' }])
})

test('a client can delete only the versions that they uploaded', async () => {
  await openVersions('client')

  const buttons = screen.getAllByRole('button', { name: /^Delete version/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Delete version 2'])
})
