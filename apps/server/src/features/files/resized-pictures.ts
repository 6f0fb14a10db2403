export interface ResizedPictures {
  /** Pixels of the original image when shown upright. */
  width: number
  height: number
  /** Pages of a TIFF, or pictures of an animation. The thumbnail and the preview show the first. */
  pages: number
  /** WebP. */
  thumbnail: Buffer
  /** WebP; null when browsers can show the image as it is. */
  preview: Buffer | null
}

/** Joins them to one sequence of bytes: a line of JSON, then the two images. */
export function joinPictures({ width, height, pages, thumbnail, preview }: ResizedPictures) {
  const head = JSON.stringify({ width, height, pages, thumbnailBytes: thumbnail.length })
  return Buffer.concat([Buffer.from(`${head}\n`), thumbnail, preview ?? Buffer.alloc(0)])
}

export function splitPictures(bytes: Buffer): ResizedPictures {
  const start = bytes.indexOf('\n') + 1
  const { width, height, pages, thumbnailBytes } = JSON.parse(bytes.toString('utf8', 0, start))
  const end = start + thumbnailBytes
  const preview = bytes.length > end ? bytes.subarray(end) : null
  return { width, height, pages, thumbnail: bytes.subarray(start, end), preview }
}
