import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { useViewedVersion } from './use-viewed-version.ts'

beforeEach(signInFreelancer)

const project = { id: 'p1', title: 'Menu', archivedAt: null }
const version = (number: number, versions: number) => aFile({ id: `f${number}`, version: number, versions })

/** Version 1 was deleted. */
function show(path: string) {
  const server = { versions: [version(3, 2), version(2, 2)] }
  window.history.replaceState(null, '', path)
  serve({
    'GET /files/f2': () => Response.json({ ...server.versions.at(-1), project }),
    'GET /files/f2/versions': () => Response.json(server.versions),
  })
  open(path, { '/files/:id': <ViewedVersion /> })
  return server
}

function ViewedVersion() {
  const { viewed, versions } = useViewedVersion('f2')
  const client = useQueryClient()
  return (
    viewed && (
      <button type="button" onClick={() => void client.invalidateQueries()}>
        {`version ${viewed.version} of ${versions.length}`}
      </button>
    )
  )
}

test('opens the newest version, whichever one the address leads to', async () => {
  show('/files/f2')

  expect(await screen.findByText('version 3 of 2')).toBeDefined()
})

test('opens the version that the address names', async () => {
  show('/files/f2?version=2')

  expect(await screen.findByText('version 2 of 2')).toBeDefined()
})

test('stays at a version while a newer one arrives', async () => {
  const server = show('/files/f2')
  const refetch = await screen.findByText('version 3 of 2')

  server.versions = [version(4, 3), version(3, 3), version(2, 3)]
  fireEvent.click(refetch)

  expect(await screen.findByText('version 3 of 3')).toBeDefined()
})
