// Loaded when a guest chooses a file. Lists the files, sends each with its progress, and goes on by itself after a lost
// connection. Each file has an id, under which the server stores it once. Without this script the browser sends the form.

const form = document.forms[0]
const { file: input, name } = form.elements
const list = form.querySelector('.queue')
const button = form.querySelector('.primary')
const statusLine = form.querySelector('[role=status]')
const problem = form.querySelector('.problem')
const url = `/api${location.pathname}`
const { to, resumableFrom, maxBytes, usesLeft } = form.dataset

const tooManyText = `You can send ${usesLeft === '1' ? '1 file' : `${usesLeft} files`} with this link. Put them together in one ZIP file, or remove some.`

const CHUNK_BYTES = 16 * 1_024 * 1_024
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** 429 and 503 ask to wait; a proxy answers 502 and 504 while the server restarts. */
const TRANSIENT_STATUSES = [0, 408, 423, 429, 502, 503, 504]
const sendText = button.innerHTML

/** The chosen files, each with `file`, `id`, `row`, `isSent`, and the address of its upload once that has begun. */
let chosen = []
let isSending = false
/** Some files have not arrived, and can be sent again. */
let hasFailed = false

input.addEventListener('change', addChosen)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isSending) send()
})
addEventListener('beforeunload', (event) => {
  if (isSending || hasFailed) event.preventDefault()
})
addChosen()

function addChosen() {
  // Phones give such files for photos that they have not loaded from a cloud yet.
  const [filled, empty] = [[], []]
  for (const file of input.files) (file.size > 0 ? filled : empty).push(file)
  for (const file of filled) chosen.push({ file, id: createId(), row: addRow(file) })
  problem.hidden = true
  if (empty.length > 0)
    showProblem(
      `${empty.map(({ name }) => name).join(', ')}: empty. Open it on your device once, and choose it again.`,
    )
  // The list has these files now, and choosing again adds more.
  input.value = ''
  update()
}

function addRow(file) {
  const row = document.createElement('li')
  const label = document.createElement('span')
  const fileName = document.createElement('strong')
  const size = document.createElement('small')
  const remove = document.createElement('button')
  const progress = document.createElement('progress')
  fileName.textContent = file.name
  size.textContent = formatSize(file.size)
  label.append(fileName, ' ', size)
  remove.type = 'button'
  remove.textContent = '×'
  remove.setAttribute('aria-label', `Remove ${file.name}`)
  remove.addEventListener('click', () => {
    const next = row.nextElementSibling ?? row.previousElementSibling
    chosen = chosen.filter((item) => item.row !== row)
    row.remove()
    update()
    const focused = next?.querySelector('button') ?? input
    focused.focus()
  })
  progress.max = file.size || 1
  progress.value = 0
  progress.hidden = true
  progress.setAttribute('aria-label', `Progress of ${file.name}`)
  row.append(label, remove, progress)
  list.append(row)
  return row
}

function update() {
  list.hidden = chosen.length === 0
  input.required = chosen.length === 0
}

async function send() {
  const tooLarge = chosen.find(({ file }) => file.size > Number(maxBytes))
  if (tooLarge) return showProblem(`${tooLarge.file.name} is too large.`)
  if (chosen.length > Number(usesLeft)) return showProblem(tooManyText)
  begin()
  const count = chosen.length
  const failures = []
  for (const [index, item] of chosen.entries()) {
    if (item.isSent) continue
    statusLine.textContent = count > 1 ? `Sending ${index + 1} of ${count}...` : 'Sending...'
    try {
      await sendFile(item)
      item.isSent = true
    } catch (error) {
      failures.push({ item, error })
      if (error.isFinal) break
    }
  }
  isSending = false
  const unsent = chosen.filter(({ isSent }) => !isSent)
  hasFailed = unsent.length > 0
  if (unsent.length === 0) return showThanks()
  end()
  const [{ item, error }] = failures
  const sent = count - unsent.length
  const total = sent > 0 ? `${sent} of ${count} files were sent. ` : ''
  showProblem(`${total}${count > 1 ? `${item.file.name}: ` : ''}${error.message}`)
  button.textContent = unsent.length > 1 ? 'Retry all' : 'Retry'
}

function begin() {
  button.innerHTML = sendText
  isSending = true
  problem.hidden = true
  for (const control of [input, name, ...list.querySelectorAll('button')]) control.disabled = true
  button.setAttribute('aria-disabled', 'true')
}

function end() {
  isSending = false
  statusLine.textContent = ''
  for (const control of [input, name]) control.disabled = false
  for (const { row, isSent } of chosen) row.querySelector('button').disabled = Boolean(isSent)
  button.removeAttribute('aria-disabled')
}

function showProblem(message) {
  problem.textContent = message
  problem.hidden = false
  problem.scrollIntoView({ block: 'nearest' })
}

function showThanks() {
  const page = document.querySelector('template').content
  const names = chosen.map(({ file }) => file.name)
  const listed = new Intl.ListFormat('en-GB').format(names)
  const given =
    names.length === 1
      ? listed
      : names.length > 3
        ? `${names.length} files`
        : `${names.length} files (${listed})`
  page.querySelector('h1').textContent = `Thank you, ${name.value.trim()}.`
  page.querySelector('p span').textContent = `${to} has ${given} from you.`
  page.querySelector('a').href = location.pathname
  const main = document.querySelector('main')
  main.replaceChildren(...page.childNodes)
  main.querySelector('h1').focus()
}

async function sendFile(item) {
  const { file, row } = item
  const progress = row.querySelector('progress')
  progress.hidden = false
  const onProgress = (bytes) => {
    progress.value = Math.min(bytes, file.size)
  }
  await (file.size < Number(resumableFrom) ? sendAsForm(item, onProgress) : sendResumably(item, onProgress))
  onProgress(file.size)
}

async function sendAsForm({ file, id }, onProgress) {
  await retryWithBackoff(async () => {
    const body = new FormData()
    body.set('clientUploadId', id)
    body.set('name', name.value)
    body.set('file', file, file.name)
    const response = await call('POST', url, { body, onProgress })
    if (response.status !== 201) throw toError(response)
  })
}

/** Continues a tus 1.0.0 upload from the offset of the server. */
async function sendResumably(item, onProgress) {
  await retryWithBackoff(async (resetDelay) => {
    item.address ??= await createUpload(item)
    const offset = await readOffset(item.address)
    resetDelay()
    await sendChunks(item, offset, onProgress)
  })
}

async function retryWithBackoff(attempt) {
  const status = statusLine.textContent
  let delay = FIRST_DELAY_MS
  for (;;) {
    try {
      return await attempt(() => {
        delay = FIRST_DELAY_MS
      })
    } catch (error) {
      if (!error.canRetry && !isBusy(error)) throw error
      statusLine.textContent = isBusy(error)
        ? 'Many are sending with this link. Sending goes on in a moment.'
        : error.status > 0
          ? 'The server is not ready. Sending goes on by itself in a moment.'
          : 'The connection is lost. Sending goes on as soon as it is back.'
      await waitToRetry(Math.max(delay, error.retryAfterMs ?? 0))
      statusLine.textContent = status
      delay = Math.min(MAX_DELAY_MS, 2 * delay)
    }
  }
}

/** Ends sooner when the browser is online again. */
async function waitToRetry(delay) {
  await new Promise((resolve) => {
    setTimeout(resolve, delay)
    addEventListener('online', resolve, { once: true })
  })
}

/** Twenty others are uploading with the same link. */
const isBusy = ({ code }) => code === 'TOO_MANY_UNFINISHED_UPLOADS'

async function createUpload({ file, id }) {
  const metadata = {
    name: name.value,
    clientUploadId: id,
    filename: file.name,
    filetype: file.type || 'application/octet-stream',
  }
  const response = await call('POST', `${url}/tus`, {
    headers: {
      'Upload-Length': String(file.size),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${toBase64(value)}`)
        .join(','),
    },
  })
  if (response.status !== 201) throw toError(response)
  return response.getResponseHeader('Location')
}

async function readOffset(address) {
  const response = await call('HEAD', address)
  if (response.status !== 200) throw toError(response)
  return Number(response.getResponseHeader('Upload-Offset'))
}

async function sendChunks({ file, address }, start, onProgress) {
  let offset = start
  while (offset < file.size) {
    const from = offset
    const response = await call('PATCH', address, {
      headers: { 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' },
      body: file.slice(from, from + CHUNK_BYTES),
      onProgress: (bytes) => onProgress(from + bytes),
    })
    if (response.status !== 204) throw toError(response)
    offset = Number(response.getResponseHeader('Upload-Offset'))
    statusLine.textContent = 'Sending...'
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function call(method, address, { headers = {}, body, onProgress } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    if (onProgress) request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve(request)
    request.onerror = () => {
      const error = new Error('The connection was lost. Please send again.')
      reject(Object.assign(error, { canRetry: true, status: 0 }))
    }
    request.open(method, address)
    if (address !== url) request.setRequestHeader('Tus-Resumable', '1.0.0')
    for (const [key, value] of Object.entries(headers)) request.setRequestHeader(key, value)
    request.send(body)
  })
}

function toError(response) {
  const { status, responseText } = response
  let answer = {}
  try {
    answer = JSON.parse(responseText)
  } catch {
    // A HEAD has no body, and a proxy may answer for the server.
  }
  const gone = 'This link no longer works. Ask the person who gave it to you for a new one.'
  const message = answer.message ?? (status === 404 ? gone : 'This could not be sent. Please try again.')
  const canRetry = TRANSIENT_STATUSES.includes(status) || answer.code === 'UPLOAD_NOT_ACCEPTED'
  const retryAfterMs = (Number(response.getResponseHeader('Retry-After')) || 0) * 1_000
  // The link works for none of the other files either.
  const isFinal = status === 404
  return Object.assign(new Error(message), { canRetry, isFinal, retryAfterMs, status, code: answer.code })
}

/** `crypto.randomUUID` needs a secure origin. */
function createId() {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

function toBase64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function formatSize(bytes) {
  const [unit, size] =
    bytes >= 1_024 ** 3 ? ['GB', 1_024 ** 3] : bytes >= 1_024 ** 2 ? ['MB', 1_024 ** 2] : ['KB', 1_024]
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / size).toFixed(1)} ${unit}`
}
