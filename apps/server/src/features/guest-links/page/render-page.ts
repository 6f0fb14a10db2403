import { hash } from 'node:crypto'
import { files, formatDay, initialOf, type Problem, plural } from '@portico/contract'
import { type Html, html, toText, trusted } from '../../../platform/http/html.ts'
import { formatBytes } from '../../files/uploads.service.ts'
import type { OpenLink } from '../guest.repository.ts'

/** The typed values, shown again when the form is refused. */
export interface Typed {
  name?: unknown
  text?: unknown
}

interface FormPage {
  link: OpenLink
  maxUploadBytes: number
  problem?: Problem
  typed?: Typed
}

/** A plain form. The script that sends its files is loaded when the first one is chosen. */
export function renderForm({ link, maxUploadBytes, problem, typed = {} }: FormPage) {
  const { freelancer, title, details, kind, message, worksUntil, usesLeft } = link
  const firstName = firstNameOf(freelancer)
  return renderPage(
    freelancer,
    html`
<p class="soft">${askerText(link)}</p>
<h1 dir="auto">${title}</h1>
${message && html`<blockquote dir="auto">${message}</blockquote>`}
${details && html`<p class="details" dir="auto">${details}</p>`}
<form method="post"${kind === 'file' && trusted(' enctype="multipart/form-data"')} data-to="${firstName}" data-resumable-from="${files.RESUMABLE_FROM_BYTES}" data-max-bytes="${maxUploadBytes}" data-uses-left="${usesLeft}">
${html`<p class="problem" role="alert"${!problem && trusted(' hidden')}>${problem?.message}</p>`}
<div class="field">
<label for="name">Your name</label>
<input class="input" id="name" name="name" required maxlength="100" autocomplete="name" aria-describedby="name-hint" value="${textOf(typed.name)}">
<p class="hint" id="name-hint">So that <bdi>${firstName}</bdi> knows who it is from.</p>
</div>
${
  kind === 'file'
    ? html`<div class="field">
<label for="file">Files</label>
<div class="drop">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 15.500V4M7.5 8.500 12 4l4.500 4.500M4 15.500V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.500"/></svg>
<p id="file-hint">Drop files here, or choose them. Up to ${formatBytes(maxUploadBytes)} each.</p>
<span class="button" aria-hidden="true">Choose files</span>
<input id="file" name="file" type="file" multiple required aria-describedby="file-hint">
</div>
<ul class="queue" aria-label="Chosen files" hidden></ul>
</div>`
    : html`<div class="field">
<label for="text">Your answer</label>
<textarea class="input" id="text" name="text" rows="6" required maxlength="10000" dir="auto">
${textOf(typed.text)}</textarea>
</div>`
}
<button class="button primary">Send to <bdi>${firstName}</bdi></button>
<p class="hint" role="status"></p>
</form>
<p class="hint">This link is for this one request and works until ${formatDay(worksUntil)}. You need no account.</p>
<template>${thanks('', '')}</template>
<script type="module">${trusted(kind === 'file' ? FILE_SCRIPT : TEXT_SCRIPT)}</script>`,
  )
}

/** Who asks, for whom and for which business. */
function askerText({ freelancer, company, maker, madeBy, business }: OpenLink) {
  const withCompany = html`<bdi>${freelancer}</bdi>${company && html`, <bdi>${company}</bdi>`}`
  if (madeBy === 'client')
    return html`<bdi>${maker}</bdi>${business && html` of <bdi>${business}</bdi>`} asks you for this. It goes to ${withCompany}.`
  return html`${withCompany}, asks you for this${business && html`, for <bdi>${business}</bdi>`}.`
}

export function renderThanks(
  { freelancer }: OpenLink,
  { name, fileNames }: { name: string; fileNames: string[] },
) {
  const firstName = firstNameOf(freelancer)
  const given =
    fileNames.length === 0
      ? `${firstName} has your answer.`
      : `${firstName} has ${listOf(fileNames)} from you.`
  return renderPage(freelancer, thanks(`Thank you, ${name}.`, given))
}

const thanks = (heading: string, given: string) => html`
<svg viewBox="13 8 132 80" width="132" height="80" aria-hidden="true"><path class="fill" d="M48 84V42a18 18 0 0 1 36 0v42z"/><path d="M14 84h104M34 84V22M98 84V22M28 22h76M30 16h72M28 22v-6M104 22v-6M48 84V42a18 18 0 0 1 36 0v42"/><path class="hot" d="m57 58 7 7 13-15"/></svg>
<h1 tabindex="-1" dir="auto">${heading}</h1>
<p><span dir="auto">${given}</span> Everything arrived, and you can close this page.</p>
<p class="actions"><a class="button" href="">Send another</a></p>`

/** The same page for every link that does not work. */
export function renderGone() {
  return renderPage(
    null,
    html`
<svg viewBox="13 8 132 80" width="132" height="80" aria-hidden="true"><path class="fill" d="M53 84V46a13 13 0 0 1 26 0v38z"/><path d="M14 84h104M40 84V22M92 84V22M34 22h64M36 16h60M34 22v-6M98 22v-6"/><path d="M53 84V46a13 13 0 0 1 26 0v38"/><path class="hot" d="M66 33v51M62 64v3"/></svg>
<h1>This link no longer works.</h1>
<p>It has run out, or was taken back. Ask the person who gave it to you for a new one.</p>`,
  )
}

/** The page of an error before the link was read. A text that was sent is in a form that sends it again. */
export function renderFailure({ message }: Problem, { name, text }: Typed) {
  return renderPage(
    null,
    html`<h1>This did not work.</h1><p>${message}</p>
${
  textOf(text)
    ? html`<form method="post">
<input type="hidden" name="name" value="${textOf(name)}">
<div class="field">
<label for="text">Your answer</label>
<textarea class="input" id="text" name="text" rows="6" required maxlength="10000" dir="auto">
${textOf(text)}</textarea>
</div>
<button class="button primary">Send again</button>
</form>`
    : html`<p class="actions"><a class="button" href="">Try again</a></p>`
}`,
  )
}

function renderPage(freelancer: string | null, content: Html) {
  return toText(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>Portico | ${freelancer ? `For ${freelancer}` : 'Link'}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/give/style.css">
</head>
<body>
${freelancer && html`<header><span class="avatar" aria-hidden="true">${initialOf(freelancer)}</span><bdi>${freelancer}</bdi></header>`}
<main>${content}</main>
</body>
</html>
`)
}

/** Files that are dropped beside the field are chosen too, and do not replace the page. Folders are left out. */
const FILE_SCRIPT = `const input=document.querySelector('input[type=file]')
const zone=input.parentElement
zone.classList.add('scripted')
for(const type of ['dragenter','dragover'])zone.addEventListener(type,()=>zone.classList.add('is-over'))
for(const type of ['dragleave','drop'])zone.addEventListener(type,()=>zone.classList.remove('is-over'))
input.addEventListener('change',()=>import('/give/send.js'),{once:true})
const isBeside=e=>e.dataTransfer.types.includes('Files')&&(e.target!==input||input.disabled)
addEventListener('dragover',e=>{if(isBeside(e))e.preventDefault()})
addEventListener('drop',e=>{if(!isBeside(e))return
e.preventDefault()
const chosen=new DataTransfer()
for(const file of input.files)chosen.items.add(file)
for(const item of e.dataTransfer.items){const file=item.kind==='file'&&!item.webkitGetAsEntry()?.isDirectory&&item.getAsFile()
if(file)chosen.items.add(file)}
if(!input.isConnected||input.disabled)return
input.files=chosen.files
input.dispatchEvent(new Event('change'))})`

/** A dropped file would replace the page, with what was typed. */
const TEXT_SCRIPT = `const hasFiles=e=>e.dataTransfer.types.includes('Files')
addEventListener('dragover',e=>{if(hasFiles(e))e.preventDefault()})
addEventListener('drop',e=>{if(!hasFiles(e))return
e.preventDefault()
const problem=document.querySelector('.problem')
problem.textContent='Files cannot be sent with this link. Please write your answer.'
problem.hidden=false})`

const sourceOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

export const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sourceOf(FILE_SCRIPT)} ${sourceOf(TEXT_SCRIPT)}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const firstNameOf = (name: string) => name.split(/\s/, 1).join('') || name
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function listOf(fileNames: string[]) {
  if (fileNames.length > 3) return plural(fileNames.length, 'file')
  const list = new Intl.ListFormat('en-GB').format(fileNames)
  return fileNames.length === 1 ? list : `${fileNames.length} files (${list})`
}
