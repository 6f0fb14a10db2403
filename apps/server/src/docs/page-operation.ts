import { type Html, html } from '../platform/http/html.ts'
import { curlOf } from './curl.ts'
import {
  type Answer,
  type Document,
  type Operation,
  only,
  type Parameter,
  type Ref,
  type Schema,
} from './openapi-types.ts'
import { fieldList, fieldsOf } from './page-fields.ts'
import { prose } from './prose.ts'
import { rulesOf } from './rules.ts'

/** One call: who may make it, what it takes, what it answers, how it fails; its example beside it. */
export function operationSection(
  method: string,
  path: string,
  operation: Operation,
  document: Document,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const [[status, answer] = []] = Object.entries(responses)
  const sent = only(requestBody?.content)
  const answered = isAnswer(answer) ? only(answer.content)?.example : undefined
  return html`
<article class="call" id="${operationId}">
<h3><span class="verb">${method.toUpperCase()}</span> <code>/api${path}</code></h3>
<div class="call__text">
<p class="summary">${summary}.</p>
${description && html`<p>${prose(description)}</p>`}
<p class="who">${who(operation)}</p>
${parametersIn('path', 'In the address', parameters, document)}
${parametersIn('query', 'In the query', parameters, document)}
${sent && html`<h4>Body</h4>${fieldsOf(sent.schema, document, true)}`}
<h4>Answer</h4>
${answerOf(status, answer, document)}
<h4>Failures</h4>
${failuresOf(operation, document)}
</div>
<div class="call__example">
${sample('Request', curlOf(method, path, operation, document))}
${answered !== undefined && sample(`Answer, ${status}`, JSON.stringify(answered, null, 2))}
</div>
</article>`
}

function who({ security }: Operation) {
  const roles = security.flatMap((scheme) => Object.keys(scheme))
  if (roles.length === 0) return 'Open to everyone.'
  const session = `the session of a ${roles.join(' or a ')}`
  // One of the ways in asks for nothing.
  return roles.length < security.length ? `Open to everyone, also with ${session}.` : `Needs ${session}.`
}

function parametersIn(place: Parameter['in'], title: string, all: Parameter[], document: Document) {
  const parameters = all.filter((parameter) => parameter.in === place)
  return parameters.length > 0 && html`<h4>${title}</h4>${fieldList(parameters, document, true)}`
}

function answerOf(status: string | undefined, answer: Answer | Ref | undefined, document: Document): Html {
  if (!isAnswer(answer) || !answer.content) return html`<p><b>${status}</b> without a body.</p>`
  const { schema = {} } = only(answer.content) ?? {}
  const { properties, type } = schema as Schema
  const pages = 'Link' in answer.headers && nextPage
  if (properties) return html`<p><b>${status}</b> with:</p>${fieldsOf(schema, document, false)}${pages}`
  return html`<p><b>${status}</b> with ${type === 'array' && 'a '}${rulesOf(schema, document)}.</p>${pages}`
}

const nextPage = html`<p>This is one page; the address of <a href="#paging">the next one</a> stands in <code>Link</code>.</p>`

function failuresOf(operation: Operation, document: Document): Html {
  const own = operation['x-own-errors']
  const row = (code: string) => {
    const error = document['x-errors'].find((one) => one.code === code)
    return html`<li><b>${error?.status}</b> ${linkTo(code)} ${error?.messages[0]}</li>`
  }
  const others = codesOf(operation, document).filter((code) => !own.includes(code))
  return html`${own.length > 0 && html`<ul class="failures">${own.map(row)}</ul>`}
<p class="others">${own.length > 0 ? 'And, like other calls' : 'Like other calls'}: ${others.map((code, i) => html`${i > 0 && ', '}${linkTo(code)}`)}.</p>`
}

function codesOf({ responses }: Operation, { components }: Document) {
  return Object.values(responses)
    .map((answer) => (isAnswer(answer) ? answer : components.responses[answer.$ref.split('/').at(-1) ?? '']))
    .flatMap((answer) => Object.keys(only(answer?.content)?.examples ?? {}))
}

function isAnswer(answer: Answer | Ref | undefined): answer is Answer {
  return answer !== undefined && !('$ref' in answer)
}

function linkTo(code: string) {
  return html`<a href="#${code}"><code>${code}</code></a>`
}

function sample(title: string, text: string) {
  return html`<figure><figcaption>${title}</figcaption><pre><code>${text}</code></pre></figure>`
}
