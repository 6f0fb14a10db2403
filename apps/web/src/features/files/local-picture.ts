/** Pixels: a tile at twice its size on screen. */
const SIZE = 240
const MAX_BYTES = 64 * 1_024 * 1_024

const pictures = new WeakMap<File, Promise<string | undefined>>()
/** One after the other, because a photo takes many times its size while it is decoded. */
let last: Promise<unknown> = Promise.resolve()

/** The address of a small picture of a chosen file; undefined for what this browser cannot show. */
export function localPictureOf(file: File) {
  const known = pictures.get(file)
  if (known) return known
  const picture = last.then(() => drawSmall(file)).catch(() => undefined)
  last = picture
  pictures.set(file, picture)
  return picture
}

/** A phone may give no type. */
const mayBePicture = ({ type, size }: File) => /^(image\/|$)/.test(type) && size <= MAX_BYTES

async function drawSmall(file: File) {
  if (!mayBePicture(file)) return
  const bitmap = await createImageBitmap(file, { resizeWidth: SIZE, resizeQuality: 'medium' })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
  return blob ? URL.createObjectURL(blob) : undefined
}
