import type { Document, Operation } from './openapi-types.ts'

export function renderCurl(
  method: string,
  path: string,
  operation: Operation,
  { servers }: Document,
): string {
  const { parameters, security, requestBody } = operation
  const query = new URLSearchParams()
  let url = `${servers[0]?.url}${path}`
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'query') query.set(name, String(example))
    else url = url.replace(`{${name}}`, encodeURIComponent(String(example)))
  }
  const [[type = '', { example: body }] = ['', { example: undefined }]] = Object.entries(
    requestBody?.content ?? {},
  )
  return [
    `curl ${quoteForShell(query.size > 0 ? `${url}?${query}` : url)}`,
    ...(method === 'get' || (method === 'post' && body) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? renderBody(type, body) : []),
  ].join(' \\\n  ')
}

function renderBody(type: string, body: object) {
  if (type === 'application/json')
    return ["-H 'Content-Type: application/json'", `-d ${quoteForShell(JSON.stringify(body, null, 2))}`]
  return Object.entries(body).map(
    ([name, value]) => `-F ${quoteForShell(`${name}=${name === 'file' ? '@' : ''}${value}`)}`,
  )
}

/** A POSIX shell expands nothing between single quotes. */
function quoteForShell(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
