import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { FileViewer } from './FileViewer.tsx'

const never = () => new Promise<Response>(() => {})

test.for(['client', 'freelancer'] as const)(
  'offers a %s nothing to write on an archived project, also before the project has loaded',
  async (area) => {
    if (area === 'client') signInClient()
    else signInFreelancer()
    const path = area === 'client' ? '/client-dashboard/files/f1' : '/files/f1'
    // The area on screen is read from the address of the window.
    window.history.replaceState(null, '', path)
    serve({
      'GET /projects/client/p1': never,
      'GET /projects/p1': never,
      'GET /clients/my-freelancer': never,
      'GET /files/f1/notes': () => Response.json([]),
      'GET /files/f1/notes/counts': () => Response.json({ total: 0, open: 0, openOfClient: 0 }),
      'GET /files/f1/reviews': () => Response.json([]),
    })
    const file = {
      ...aFile({ fileName: 'menu.zip', contentType: 'application/zip' }),
      project: { id: 'p1', title: 'Menu', archivedAt: '2026-11-20T10:00:00.000Z' },
    }

    open(path, { [path]: <FileViewer file={file} versions={[file]} /> })

    await screen.findByText('No notes.')
    screen.getByText('This project is archived. Everything can be read and downloaded.')
    for (const name of [/add note/i, /new version/i, /ask for approval/i])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)
