import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { runPictureProcess } from '../../platform/pictures/run-picture-process.ts'
import { type ResizedPictures, splitPictures } from './resized-pictures.ts'

const SCRIPT = join(import.meta.dirname, 'resize-image.process.ts')

/** Makes the thumbnail and preview of an image. Null when the file is not an image, or the process crashed on it. */
export async function resizeImage(original: Readable): Promise<ResizedPictures | null> {
  const answer = await runPictureProcess(SCRIPT, original)
  return answer && splitPictures(answer)
}
