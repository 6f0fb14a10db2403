import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aFile, aLocalFile } from '../../../test/file.ts'
import {
  expectComplaint,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
  toasts,
} from '../../../test/fixtures.tsx'
import { reloadSession } from '../../app/session.ts'
import type { ListedFile } from './files.queries.ts'
import { ProjectFiles } from './ProjectFiles.tsx'

type Handlers = Parameters<typeof serve>[0]

/** A server that lists `there`; what is uploaded goes through `sent`. */
function show(there: ListedFile[] = [], handlers: Handlers = {}) {
  const sent = fakeUploads()
  const listed = { files: there }
  const asked = serve({
    'GET /files/project/p1': () => Response.json(listed.files.map(({ readAt: _readAt, ...file }) => file)),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    ...handlers,
  })
  const [path, pattern] = [window.location.pathname, '*']
  open(path, { [pattern]: <ProjectFiles projectId="p1" /> })
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  const choose = (...files: File[]) => {
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    fireEvent.change(input as HTMLInputElement)
  }
  return { sent, listed, asked, choose, user: userEvent.setup() }
}

function asFreelancer() {
  window.history.replaceState(null, '', '/projects/p1')
  return signInFreelancer()
}
function asClient() {
  window.history.replaceState(null, '', '/client-dashboard/projects/p1')
  return signInClient()
}

/** The line goes and comes back, long enough after the list was read. */
function readAgain() {
  vi.setSystemTime(Date.now() + 60_000)
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
}

const queue = () => screen.findByRole('list', { name: 'Uploading' })
const list = () => screen.findByRole('list', { name: 'Uploaded Files' })

describe('uploading', () => {
  test('what can be sent is said before; a file goes up and stands in the list', async () => {
    const token = asFreelancer()
    const { sent, listed, choose } = show()
    expect(await screen.findByText(/Any type, up to 1 GB each/)).toBeDefined()
    expect(screen.getByText('No files uploaded yet.')).toBeDefined()

    choose(aLocalFile('menu.pdf', { size: 2_000_000 }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      url: '/api/files/upload',
      token: `Bearer ${token}`,
      fields: { projectId: 'p1', file: expect.objectContaining({ name: 'menu.pdf' }) },
    })
    act(() => sent[0]?.progress(1_000_000))
    const meter = within(await queue()).getByRole<HTMLProgressElement>('progressbar', { name: 'menu.pdf' })
    expect(meter.value).toBe(50)
    expect(screen.getByText('Uploading menu.pdf, 50 percent')).toBeDefined()

    listed.files = [aFile({ fileName: 'menu.pdf' })]
    act(() => sent[0]?.respond({ status: 201 }))

    expect(within(await list()).getByText('menu.pdf')).toBeDefined()
    await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'File uploaded successfully!' }]))
    expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
  })

  test('a client sends to their own address', async () => {
    const token = asClient()
    const { sent, choose } = show()
    choose(aLocalFile('photo.jpg'))
    await waitFor(() =>
      expect(sent).toMatchObject([{ url: '/api/files/client/upload', token: `Bearer ${token}` }]),
    )
  })

  test('two at a time; the third waits until one is done or cancelled', async () => {
    asFreelancer()
    const { sent, choose, user } = show()
    choose(aLocalFile('a.pdf'), aLocalFile('b.pdf'), aLocalFile('c.pdf'))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(within(await queue()).getByText(/waiting/)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Cancel a.pdf' }))

    await waitFor(() => expect(sent).toHaveLength(3))
    expect(screen.queryByText('a.pdf')).toBeNull()
    expect(toasts()).toEqual([])
  })

  test('what is said of a file that waits is not mixed into its name', async () => {
    asFreelancer()
    const { choose } = show()

    choose(aLocalFile('a.pdf'), aLocalFile('b.pdf'), aLocalFile('שלום.pdf', { size: 3_000 }))

    const waiting = within(await queue())
    expect(waiting.getByText('3 KB, waiting')).toBeDefined()
    expect(waiting.getByTitle('שלום.pdf').textContent).toBe('שלום.pdf')
  })

  test('what is too large is told so before a byte is sent', async () => {
    asFreelancer()
    const { sent, choose } = show()
    await screen.findByText(/up to 1 GB/)

    choose(aLocalFile('film.mov', { size: 1_024 ** 3 + 1 }))

    expect(within(await queue()).getByText('Upload failed. It is larger than 1 GB.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry film.mov' })).toBeNull()
    expect(sent).toHaveLength(0)
  })

  test('the server’s own sentence is said, and trying again may help', async () => {
    asFreelancer()
    const { sent, choose, user } = show()
    choose(aLocalFile('a.pdf'))
    await waitFor(() => expect(sent).toHaveLength(1))

    const message = 'There is no room left to store this.'
    act(() => sent[0]?.respond({ status: 507, body: { code: 'NO_ROOM', message } }))

    expect(await screen.findByText(`Upload failed. ${message}`)).toBeDefined()
    expect(toasts()).toMatchObject([{ kind: 'error', title: message }])
    await user.click(screen.getByRole('button', { name: 'Retry a.pdf' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByText(/Upload failed/)).toBeNull()
  })

  test('without one: Upload failed.', async () => {
    asFreelancer()
    const { sent, choose } = show()
    choose(aLocalFile('a.pdf'))
    await waitFor(() => expect(sent).toHaveLength(1))
    act(() => sent[0]?.loseConnection())
    expect(await screen.findByText('Upload failed. The connection was lost.')).toBeDefined()
    expect(toasts()).toMatchObject([{ kind: 'error', title: 'Upload failed.' }])
  })

  test('without a session: Missing authentication token.', async () => {
    asFreelancer()
    const { sent, choose } = show()
    await screen.findByText('No files uploaded yet.')
    localStorage.removeItem('freelancerToken')
    reloadSession('freelancer')
    choose(aLocalFile('a.pdf'))

    await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Missing authentication token.' }]))
    expect(sent).toHaveLength(0)
  })
})

describe('dropped and pasted', () => {
  const transfer = (...files: File[]) => ({
    types: ['Files'],
    files,
    items: files.map((file) => ({ kind: 'file', getAsFile: () => file })),
  })

  test('anywhere on the page; the drop area says how many', async () => {
    asFreelancer()
    const { sent } = show()
    const dataTransfer = transfer(aLocalFile('a.pdf'), aLocalFile('b.pdf'))

    fireEvent.dragEnter(document.body, { dataTransfer })
    expect(screen.getByText('Let go to add 2 files')).toBeDefined()
    fireEvent.drop(document.body, { dataTransfer })

    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByText(/Let go/)).toBeNull()
  })

  test('the frame goes although what was under the pointer has gone meanwhile', async () => {
    asFreelancer()
    show()
    const dataTransfer = transfer(aLocalFile('a.pdf'))
    fireEvent.dragEnter(document.body, { dataTransfer })
    const under = await screen.findByText('No files uploaded yet.')
    fireEvent.dragEnter(under, { dataTransfer })
    fireEvent.dragLeave(document.body, { dataTransfer })
    expect(screen.getByText('Let go to add 1 file')).toBeDefined()

    under.remove()
    fireEvent.dragEnter(document.body, { dataTransfer })
    fireEvent.dragLeave(document.body, { dataTransfer })

    expect(screen.queryByText(/Let go/)).toBeNull()
  })

  test('a browser that does not count beforehand is given no number', () => {
    asFreelancer()
    show()
    fireEvent.dragEnter(document.body, { dataTransfer: transfer() })
    expect(screen.getByText('Let go to add them')).toBeDefined()
  })

  test('a picture of the page that is pulled about is no new file; the next that comes is', async () => {
    asFreelancer()
    const { sent } = show([aFile({ contentType: 'image/png', thumbnailUrl: '/thumbnail' })])
    const picture = (await list()).querySelector('img') as HTMLImageElement
    const copy = { dataTransfer: transfer(aLocalFile('thumbnail')) }

    fireEvent.dragStart(picture, copy)
    fireEvent.dragEnter(document.body, copy)
    expect(screen.queryByText(/Let go/)).toBeNull()
    fireEvent.drop(document.body, copy)
    fireEvent.dragEnd(picture, copy)
    expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
    expect(toasts()).toEqual([])

    fireEvent.drop(document.body, { dataTransfer: transfer(aLocalFile('a.pdf')) })
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields.file).toMatchObject({ name: 'a.pdf' })
  })

  test('files are taken also when what was pulled about last has gone before it was let go', async () => {
    asFreelancer()
    const { sent } = show([aFile({ contentType: 'image/png', thumbnailUrl: '/thumbnail' })])
    const picture = (await list()).querySelector('img') as HTMLImageElement

    fireEvent.dragStart(picture, { dataTransfer: transfer(aLocalFile('thumbnail')) })
    picture.remove()
    fireEvent.drop(document.body, { dataTransfer: transfer(aLocalFile('a.pdf')) })

    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('nothing in it: Please select a file to upload.', async () => {
    asFreelancer()
    show()
    fireEvent.drop(document.body, { dataTransfer: transfer() })
    expect(toasts()).toMatchObject([{ kind: 'error', title: 'Please select a file to upload.' }])
  })

  test('a folder is not a file', async () => {
    asFreelancer()
    const { sent } = show()
    const [item] = transfer(aLocalFile('folder')).items
    const dataTransfer = {
      types: ['Files'],
      items: [{ ...item, webkitGetAsEntry: () => ({ isDirectory: true }) }],
    }
    fireEvent.drop(document.body, { dataTransfer })
    expect(toasts()).toMatchObject([{ kind: 'error', title: 'Folders cannot be uploaded' }])
    expect(sent).toHaveLength(0)
  })

  test('a pasted picture gets a name of its own; text is left to the field', async () => {
    asFreelancer()
    const { sent } = show()
    const clipboardData = { files: [aLocalFile('image.png', { type: 'image/png' })], types: ['Files'] }
    fireEvent.paste(document.body, { clipboardData })
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields.file).toMatchObject({ name: expect.stringMatching(/^Pasted image .+\.png$/) })

    fireEvent.paste(document.body, { clipboardData: { files: [], types: ['text/plain'] } })
    expect(sent).toHaveLength(1)
  })
})

describe('the list', () => {
  const proof = aFile()
  const photo = aFile({
    id: 'f2',
    fileName: 'counter.jpg',
    fileUrl: '/files/f2?signed',
    thumbnailUrl: '/files/f2/thumbnail?signed',
    contentType: 'image/jpeg',
    uploader: 'Maya Whitcombe',
    uploaderType: 'Client',
  })

  test('says what, whose, how large and when, and opens in a tab of its own', async () => {
    asClient()
    show([photo, proof])

    const [first, second] = within(await list()).getAllByRole('listitem')
    expect(second?.textContent).toContain('menu-proof-02.pdf')
    expect(second?.textContent).toContain('Ada Marsh, 12.8 MB, ')
    // A name that is written from the right does not take the size along.
    expect(second?.querySelector('bdi')?.textContent).toBe('Ada Marsh')
    expect(second?.querySelector('time')?.dateTime).toBe(proof.createdAt)
    const view = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: /^View File/ })
    expect([view.target, view.rel, view.getAttribute('href')]).toEqual([
      '_blank',
      'noopener noreferrer',
      photo.fileUrl,
    ])
    expect(first?.querySelector('img')?.getAttribute('src')).toBe(photo.thumbnailUrl)
  })

  test('a client may delete their own, a freelancer any', async () => {
    asClient()
    show([photo, proof])
    await list()
    expect(screen.getByRole('button', { name: 'Delete counter.jpg' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Delete menu-proof-02.pdf' })).toBeNull()
  })

  test('deleting asks first', async () => {
    asFreelancer()
    let there = [photo, proof]
    const remove = vi.fn(() => {
      there = [proof]
      return new Response(null, { status: 204 })
    })
    const { user } = show([], {
      'GET /files/project/p1': () => Response.json(there),
      'DELETE /files/f2': remove,
    })
    await user.click(await screen.findByRole('button', { name: 'Delete counter.jpg' }))

    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText('Are you sure you want to delete this file?')).toBeDefined()
    expect(remove).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: /Delete File/ }))

    await waitFor(() => expect(screen.queryByText('counter.jpg')).toBeNull())
    expect(toasts()).toMatchObject([{ kind: 'success', title: 'File deleted' }])
  })

  test('a link that has grown old is renewed by the click, in a tab opened at once', async () => {
    asFreelancer()
    vi.useFakeTimers({ toFake: ['Date'] })
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const { user } = show([proof], {
      'GET /files/f1': () => Response.json({ ...proof, fileUrl: '/files/f1?fresh' }),
    })
    const view = await screen.findByRole('link', { name: /^View File/ })

    vi.setSystemTime(Date.now() + 3_600_000)
    await user.click(view)

    expect(opened).toHaveBeenCalledWith('', '_blank')
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/f1?fresh'))
    expect(tab.opener).toBeNull()
  })

  test('pictures are looked at one after the other, by keyboard, and the focus comes back', async () => {
    asFreelancer()
    const second = {
      ...photo,
      id: 'f3',
      fileName: 'door.png',
      fileUrl: '/files/f3',
      contentType: 'image/png',
    }
    const { user } = show([photo, proof, second])
    await user.click(await screen.findByRole('button', { name: 'Show counter.jpg' }))

    const box = await screen.findByRole('dialog', { name: 'counter.jpg' })
    expect(within(box).getByRole('img', { name: 'counter.jpg' }).getAttribute('src')).toBe(photo.fileUrl)
    expect(within(box).getByText('1 of 2')).toBeDefined()
    await waitFor(() => expect(box.contains(document.activeElement)).toBe(true))
    await user.keyboard('{ArrowRight}')
    expect((await within(box).findByRole('img', { name: 'door.png' })).getAttribute('src')).toBe('/files/f3')
    await user.keyboard('{ArrowRight}{ArrowLeft}')
    expect(await within(box).findByText('1 of 2')).toBeDefined()
    await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('button', { name: 'Show counter.jpg' }))
  })

  describe('a picture', () => {
    const lost = 'This picture could not be shown.'
    const withFresh = (part: Partial<ListedFile>) => () => Response.json({ ...photo, ...part })
    const large = () => screen.findByRole('img', { name: 'counter.jpg' })
    const look = async (name = 'counter.jpg') => fireEvent.click(await screen.findByLabelText(`Show ${name}`))

    test('looked at again after an hour is asked for by a link that works', async () => {
      asFreelancer()
      vi.useFakeTimers({ toFake: ['Date'] })
      const { user } = show([photo], { 'GET /files/f2': withFresh({ fileUrl: '/files/f2?fresh' }) })
      await look()
      expect((await large()).getAttribute('src')).toBe(photo.fileUrl)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

      vi.setSystemTime(Date.now() + 3_600_000)
      await look()

      expect((await large()).getAttribute('src')).toBe('/files/f2?fresh')
    })

    test('whose link does not work is asked for by another before it is said', async () => {
      asFreelancer()
      show([photo], { 'GET /files/f2': withFresh({ fileUrl: '/files/f2?fresh' }) })
      await look()
      fireEvent.error(await large())
      await waitFor(async () => expect((await large()).getAttribute('src')).toBe('/files/f2?fresh'))
      expect(screen.queryByText(lost)).toBeNull()

      fireEvent.error(await large())

      expect(await screen.findByText(lost)).toBeDefined()
    })

    test('that the server has lost is reported as lost', async () => {
      asFreelancer()
      const message =
        'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.'
      show([photo], {
        'GET /files/f2': withFresh({ fileUrl: '/lost/f2' }),
        'GET /lost/f2': () => problem(410, 'FILE_LOST', message),
      })
      await look()
      fireEvent.error(await large())
      await waitFor(async () => expect((await large()).getAttribute('src')).toBe('/lost/f2'))

      fireEvent.error(await large())

      expect(await screen.findByText(message)).toBeDefined()
    })

    test('that did not come for want of a line comes when there is one', async () => {
      asFreelancer()
      expectComplaint('error')
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      let down = true
      show([photo], {
        'GET /files/f2': () =>
          down ? Promise.reject(new TypeError()) : withFresh({ fileUrl: '/files/f2?fresh' })(),
      })
      await look()
      fireEvent.error(await large())
      expect(await screen.findByText(lost)).toBeDefined()

      down = false
      act(() => vi.advanceTimersByTime(15_000))

      expect((await large()).getAttribute('src')).toBe('/files/f2?fresh')
      expect(screen.queryByText(lost)).toBeNull()
    })

    test('has its small one in its place until it has come', async () => {
      asFreelancer()
      show([photo])
      await look()
      const stage = (await large()).parentElement
      expect(stage?.querySelector('[alt=""]')?.getAttribute('src')).toBe(photo.thumbnailUrl)

      fireEvent.load(await large())

      expect(stage?.querySelectorAll('img')).toHaveLength(1)
    })

    test('whose small one did not come has an icon, until the list is read again', async () => {
      asFreelancer()
      vi.useFakeTimers({ toFake: ['Date'] })
      show([photo])
      const thumbnail = await screen.findByLabelText('Show counter.jpg')
      fireEvent.error(thumbnail.querySelector('img') as HTMLImageElement)
      expect(thumbnail.querySelector('img')).toBeNull()
      expect(thumbnail.querySelector('svg')).not.toBeNull()

      readAgain()

      await waitFor(() =>
        expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe(photo.thumbnailUrl),
      )
    })

    test('that the other side deletes is not looked at any longer, and the next gives the focus back', async () => {
      asFreelancer()
      vi.useFakeTimers({ toFake: ['Date'] })
      const second = { ...photo, id: 'f3', fileName: 'door.png', contentType: 'image/png' }
      const { listed, user } = show([photo, second])
      await look()
      await large()

      listed.files = [second]
      readAgain()

      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(toasts()).toMatchObject([{ kind: 'info', title: 'This picture is no longer in the list' }])
      const thumbnail = screen.getByLabelText('Show door.png')
      thumbnail.focus()
      await user.click(thumbnail)
      await screen.findByRole('dialog', { name: 'door.png' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await expect.poll(() => document.activeElement).toBe(thumbnail)
    })
  })

  test('all of them come as one ZIP', async () => {
    asFreelancer()
    const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = show([proof], {
      'GET /files/project/p1/zip-link': () => Response.json({ zipUrl: '/files/p1.zip?signed' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Download all' }))
    await waitFor(() => expect(followed).toHaveBeenCalled())
    expect((followed.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/files/p1.zip?signed')
  })

  test('that does not load says so, and loads when asked again', async () => {
    asFreelancer()
    expectComplaint('error')
    let down = true
    const { user } = show([], {
      'GET /files/project/p1': () => (down ? problem(503, 'NOT_READY', '') : Response.json([proof])),
    })
    await screen.findByText('The files did not load')
    down = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('menu-proof-02.pdf')).toBeDefined()
  })
})
