/**
 * Copies text that is still being fetched; false where the browser refuses, or there is no text. Safari lets a page copy only
 * while it handles a click, so it is handed the promise. Browsers that refuse a promise are handed the text.
 */
export async function copyText(text: Promise<string>) {
  const blob = text.then((loaded) => new Blob([loaded], { type: 'text/plain' }))
  blob.catch(() => {})
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return writeText(text)
  }
}

async function writeText(text: Promise<string>) {
  try {
    await navigator.clipboard.writeText(await text)
    return true
  } catch {
    return false
  }
}
