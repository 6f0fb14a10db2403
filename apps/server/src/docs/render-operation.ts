import { type Html, html } from '../platform/http/html.ts'
import {
  type Document,
  firstContent,
  type Operation,
  type Parameter,
  type Ref,
  type Response,
  type Schema,
} from './openapi-types.ts'
import { renderCurl } from './render-curl.ts'
import { renderFieldList, renderFields } from './render-fields.ts'
import { renderProse } from './render-prose.ts'
import { renderRules } from './render-rules.ts'

/** A call: access, parameters, response and errors, with its example. */
export function renderOperation(
  method: string,
  path: string,
  operation: Operation,
  document: Document,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const [[status, answer] = []] = Object.entries(responses)
  const sent = firstContent(requestBody?.content)
  const answered = isResponse(answer) ? firstContent(answer.content)?.example : undefined
  return html`
<article class="call" id="${operationId}">
<h3><span class="verb">${method.toUpperCase()}</span> <code>/api${path}</code></h3>
<div class="call__text">
<p class="summary">${summary}.</p>
${description && html`<p>${renderProse(description)}</p>`}
<p class="who">${renderAccess(operation)}</p>
${renderParameters('path', 'In the address', parameters, document)}
${renderParameters('query', 'In the query', parameters, document)}
${sent && html`<h4>Body</h4>${renderFields(sent.schema, document, true)}`}
<h4>Answer</h4>
${renderResponse(status, answer, document)}
<h4>Failures</h4>
${renderErrors(operation, document)}
</div>
<div class="call__example">
${renderExample('Request', renderCurl(method, path, operation, document))}
${answered !== undefined && renderExample(`Answer, ${status}`, JSON.stringify(answered, null, 2))}
</div>
</article>`
}

function renderAccess({ security }: Operation) {
  const roles = security.flatMap((scheme) => Object.keys(scheme))
  if (roles.length === 0) return 'Open to everyone.'
  const session = `the session of a ${roles.join(' or a ')}`
  // An empty security requirement means that no token is needed.
  return roles.length < security.length ? `Open to everyone, also with ${session}.` : `Needs ${session}.`
}

function renderParameters(place: Parameter['in'], title: string, all: Parameter[], document: Document) {
  const parameters = all.filter((parameter) => parameter.in === place)
  return parameters.length > 0 && html`<h4>${title}</h4>${renderFieldList(parameters, document, true)}`
}

function renderResponse(
  status: string | undefined,
  answer: Response | Ref | undefined,
  document: Document,
): Html {
  if (!isResponse(answer) || !answer.content) return html`<p><b>${status}</b> without a body.</p>`
  const { schema = {} } = firstContent(answer.content) ?? {}
  const { properties, type } = schema as Schema
  const pages = 'Link' in answer.headers && NEXT_PAGE_NOTE
  if (properties) return html`<p><b>${status}</b> with:</p>${renderFields(schema, document, false)}${pages}`
  return html`<p><b>${status}</b> with ${type === 'array' && 'a '}${renderRules(schema, document)}.</p>${pages}`
}

const NEXT_PAGE_NOTE = html`<p>This is one page; the address of <a href="#paging">the next one</a> stands in <code>Link</code>.</p>`

function renderErrors(operation: Operation, document: Document): Html {
  const own = operation['x-own-errors']
  const row = (code: string) => {
    const error = document['x-errors'].find((one) => one.code === code)
    return html`<li><b>${error?.status}</b> ${renderErrorLink(code)} ${error?.messages[0]}</li>`
  }
  const others = listCodes(operation, document).filter((code) => !own.includes(code))
  return html`${own.length > 0 && html`<ul class="failures">${own.map(row)}</ul>`}
<p class="others">${own.length > 0 ? 'And, like other calls' : 'Like other calls'}: ${others.map((code, i) => html`${i > 0 && ', '}${renderErrorLink(code)}`)}.</p>`
}

function listCodes({ responses }: Operation, { components }: Document) {
  return Object.values(responses)
    .map((answer) =>
      isResponse(answer) ? answer : components.responses[answer.$ref.split('/').at(-1) ?? ''],
    )
    .flatMap((answer) => Object.keys(firstContent(answer?.content)?.examples ?? {}))
}

function isResponse(answer: Response | Ref | undefined): answer is Response {
  return answer !== undefined && !('$ref' in answer)
}

function renderErrorLink(code: string) {
  return html`<a href="#${code}"><code>${code}</code></a>`
}

function renderExample(title: string, text: string) {
  return html`<figure><figcaption>${title}</figcaption><pre><code>${text}</code></pre></figure>`
}
