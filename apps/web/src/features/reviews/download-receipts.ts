/** Saves them as JSON, as /verify reads them. */
export function downloadReceipts(receipts: object, fileName: string) {
  saveFile(new Blob([JSON.stringify(receipts, null, 2)], { type: 'application/json' }), fileName)
}

export function saveFile(contents: Blob, fileName: string) {
  const url = URL.createObjectURL(contents)
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
