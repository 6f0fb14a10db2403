import type { ListedFile } from '../src/features/files/files.queries.ts'

/** A file as the API returns it. */
export function aFile(part: Partial<ListedFile> = {}): ListedFile {
  return {
    id: 'f1',
    fileName: 'menu-proof-02.pdf',
    fileUrl: '/files/f1?signed',
    thumbnailUrl: null,
    isThumbnailByUploader: false,
    uploader: 'Ada Marsh',
    uploaderId: 'f1',
    uploaderType: 'Freelancer',
    size: 13_421_773,
    contentType: 'application/pdf',
    createdAt: '2026-11-20T10:00:00.000Z',
    version: 1,
    versions: 1,
    sectionId: null,
    waitingNotes: { freelancer: 0, client: 0 },
    review: null,
    readAt: Date.now(),
    ...part,
  }
}

/** A file that a person chooses. It claims its `size` without having so many bytes. */
export function aLocalFile(name: string, { size = 3, type = 'text/plain', lastModified = 1 } = {}) {
  const file = new File(['abc'], name, { type, lastModified })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
