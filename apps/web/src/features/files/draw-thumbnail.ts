import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { loadPdf } from './load-pdf.ts'

/** The server draws no larger ones. */
const SIDE_PX = 640
/** A browser that cannot play a video may also never say so. */
const TIMEOUT_MS = 20_000

/** The first page of a PDF, or a frame of a video. Throws for a file that this browser cannot show. */
export async function drawThumbnail(file: File): Promise<Blob> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const canvas =
    file.type === 'application/pdf' ? await drawFirstPage(file, signal) : await drawFrame(file, signal)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  // Safari frees the memory of a canvas late, unless its size is set to 0.
  canvas.width = canvas.height = 0
  if (!blob) throw new Error('The picture could not be written.')
  return blob
}

async function drawFirstPage(file: File, signal: AbortSignal) {
  const { loaded, close } = loadPdf({ range: new FileParts(file) })
  signal.addEventListener('abort', close)
  try {
    const page = await (await untilAborted(loaded, signal)).getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: SIDE_PX / Math.max(width, height) })
    const canvas = createCanvas(viewport)
    await untilAborted(page.render({ canvas, viewport }).promise, signal)
    return canvas
  } finally {
    close()
  }
}

/** Reads the parts that the page needs, because the file may be larger than the memory. */
class FileParts extends PDFDataRangeTransport {
  private readonly file: File

  constructor(file: File) {
    super(file.size, null)
    this.file = file
  }

  override async requestDataRange(begin: number, end: number) {
    this.onDataRange(begin, new Uint8Array(await this.file.slice(begin, end).arrayBuffer()))
  }
}

async function drawFrame(file: File, signal: AbortSignal) {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
  try {
    await reach(video, 'loadeddata', signal)
    // The first frame is often black.
    video.currentTime = Math.min(1, (Number.isFinite(video.duration) ? video.duration : 0) / 2)
    await reach(video, 'seeked', signal)
    const { videoWidth, videoHeight } = video
    if (videoWidth === 0) throw new Error('The video has no picture.')
    const scale = Math.min(1, SIDE_PX / Math.max(videoWidth, videoHeight))
    const canvas = createCanvas({ width: videoWidth * scale, height: videoHeight * scale })
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return canvas
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function reach(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal) {
  const reached = new Promise<unknown>((resolve, reject) => {
    video.addEventListener(event, resolve, { once: true })
    video.addEventListener('error', () => reject(video.error), { once: true })
  })
  return untilAborted(reached, signal)
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal) {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([promise, aborted])
}

function createCanvas({ width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}
