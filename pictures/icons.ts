import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const PUBLIC = new URL('../apps/web/public/', import.meta.url)

export async function createIcons() {
  const favicon = await readFile(new URL('favicon.svg', PUBLIC))
  // Phones round the corners themselves, so their icon is a full square with a margin.
  const square = Buffer.from(
    favicon
      .toString()
      .replace('rx="7"', '')
      .replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
      .replace('<rect width="32" height="32"', '<rect x="-2" y="-2" width="36" height="36"'),
  )
  const png = (svg: Buffer, size: number) =>
    sharp(svg, { density: 72 * (size / 32) })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
  const put = (name: string, bytes: Buffer) => writeFile(new URL(name, PUBLIC), bytes)

  await put('apple-touch-icon.png', await png(square, 180))
  await put('icon-192.png', await png(favicon, 192))
  await put('icon-512.png', await png(favicon, 512))
  await put('icon-maskable-512.png', await png(maskable(square), 512))
  await put('favicon.ico', icoOf(await png(favicon, 32)))
}

/** A mask always leaves the central circle of 80 % visible. */
function maskable(square: Buffer) {
  return Buffer.from(
    square
      .toString()
      .replace('viewBox="-2 -2 36 36"', 'viewBox="-6 -6 44 44"')
      .replace('<rect x="-2" y="-2" width="36" height="36"', '<rect x="-6" y="-6" width="44" height="44"'),
  )
}

/** An .ico with one PNG, for clients that request /favicon.ico by default. */
function icoOf(png: Buffer) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
