import { type Html, html, toText } from '../platform/http/html.ts'
import type { Document, ErrorCode, Section } from './openapi-types.ts'
import { renderFields } from './render-fields.ts'
import { renderOperation } from './render-operation.ts'
import { renderProse } from './render-prose.ts'

/** The API documentation as a page without scripts and external resources. */
export function renderPage(document: Document): string {
  const chapters = groupIntoChapters(document)
  return toText(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portico | API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" href="/api/openapi.json" type="application/json" title="OpenAPI 3.1">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/" aria-label="Portico"><svg class="mark" viewBox="2 1 20 22" aria-hidden="true"><path fill="currentColor" d="M2 3h20v2.5h-1.25V21h-2.5V5.5H5.75V21h-2.5V5.5H2z" /><path class="door" d="M8.25 21V12a3.75 3.75 0 0 1 7.5 0v9z" /></svg><span class="word">Portico</span></a>
<a class="source" href="/api/openapi.json">openapi.json</a>
</header>
<div class="sheet">
${renderContents(document, chapters)}
<main id="main" tabindex="-1">
<h1>The Portico API</h1>
<p class="lead">${document.info.summary} Every example on this page is made by our tests, against the real server.</p>
<div class="introduction">${document['x-introduction'].map(renderIntroduction)}</div>
${chapters.map((chapter) => renderChapter(chapter, document))}
${renderObjects(document)}
${renderErrorCodes(document)}
</main>
</div>
</body>
</html>
`)
}

interface Chapter {
  id: string
  name: string
  description: string
  calls: { method: string; path: string; operation: Document['paths'][string][string] }[]
}

function groupIntoChapters({ tags, paths }: Document): Chapter[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(' ', '-'),
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
}

function renderContents(document: Document, chapters: Chapter[]): Html {
  const chapter = ({ id, name, calls }: Chapter) => html`
<li><a href="#${id}">${name}</a><ul>${calls.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="verb">${method.toUpperCase()}</span> ${path}</a></li>`,
  )}</ul></li>`
  return html`<nav class="contents" aria-label="Contents"><ul>
${document['x-introduction'].map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
${chapters.map(chapter)}
<li><a href="#objects">Objects</a></li>
<li><a href="#errors">Error codes</a></li>
</ul></nav>`
}

function renderIntroduction({ id, title, paragraphs }: Section) {
  return html`
<section id="${id}"><h2>${title}</h2>${paragraphs.map((text) => html`<p>${renderProse(text)}</p>`)}</section>`
}

function renderChapter({ id, name, description, calls }: Chapter, document: Document) {
  return html`
<section class="chapter" id="${id}">
<h2>${name}</h2>
<p class="lead">${description}</p>
${calls.map(({ method, path, operation }) => renderOperation(method, path, operation, document))}
</section>`
}

/** The named schemas of responses. Request bodies are shown with their call. */
function renderObjects(document: Document) {
  const answered = Object.entries(document.components.schemas).filter(
    ([, { properties, additionalProperties }]) => properties && additionalProperties !== false,
  )
  return html`
<section class="chapter" id="objects">
<h2>Objects</h2>
<p class="lead">What the answers are made of.</p>
${answered.map(([name, schema]) => html`<article id="object-${name}"><h3><code>${name}</code></h3>${renderFields(schema, document, false)}</article>`)}
</section>`
}

function renderErrorCodes(document: Document) {
  const row = ({ code, status, messages, when }: ErrorCode) => html`
<div id="${code}"><dt><b>${status}</b> <code>${code}</code></dt><dd><p>${renderProse(when)}</p>${messages.map((text) => html`<p class="says">${text}</p>`)}</dd></div>`
  return html`
<section class="chapter" id="errors">
<h2>Error codes</h2>
<p class="lead">Every <code>code</code> there is, with the sentences that a person may be shown.</p>
<dl class="errors">${document['x-errors'].map(row)}</dl>
</section>`
}
