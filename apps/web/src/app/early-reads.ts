import type { Area } from './stored.ts'
import { usableToken } from './usable-token.ts'

declare global {
  interface Window {
    /** What the page has asked the server for before its scripts were there, in whose name, and what has come. */
    porticoReads?: {
      token: string
      replies: Record<string, Promise<Response>>
      answers: Record<string, EarlyAnswer>
    }
  }
}

interface EarlyAnswer {
  answer: unknown
  link: string | null
}

/** What a page reads first, by its path; `:id` is the last part of the address. */
const reads: Record<string, string[]> = {
  '/': ['/dashboard/summary', '/messages/unread', '/billing/status'],
  '/projects/:id': ['/projects/:id', '/messages/unread'],
  '/clients/:id': ['/clients/:id', '/messages/unread'],
  '/client-dashboard': ['/projects/client', '/clients/my-freelancer', '/messages/unread'],
  '/client-dashboard/projects/:id': [
    '/projects/client/:id',
    '/clients/my-freelancer',
    '/files/limits',
    '/files/project/:id',
    '/feedback/projects/:id/feedback',
    '/messages/unread',
  ],
}

/**
 * A script for the head of a page that React draws, put there by `finish-build.mjs`. For whoever is signed in it shows
 * the frame of the area (areas/FrameSkeleton.tsx) and asks for the page's data, while the scripts are still on their way.
 */
export function earlyScript(area: Area, path: string) {
  return `(function(area,reads){try{var token=(${usableToken})(area);if(!token)return;document.documentElement.dataset.frame=area;
var replies={},answers={},id=location.pathname.split("/").filter(Boolean).pop();window.porticoReads={token:token,replies:replies,answers:answers};
reads.forEach(function(url){url="/api"+url.replace(":id",id);replies[url]=fetch(url,{headers:{accept:"application/json",authorization:"Bearer "+token},signal:AbortSignal.timeout(3e4)});
replies[url].then(function(reply){if(reply.ok&&!reply.headers.get("x-session-token"))return reply.clone().json().then(function(answer){answers[url]={answer:answer,link:reply.headers.get("link")}})}).catch(function(){})})}catch(e){}})(${JSON.stringify(area)},${JSON.stringify(reads[path] ?? [])})`
}

/** The reply to something that was asked early, once, and only for whoever it was asked for. */
export function takeEarly(path: string, token: string | undefined): Promise<Response> | undefined {
  return take(path, token)?.reply
}

/** The same, if it has come already: a page that is drawn with it shows no bones, and is drawn once. */
export function takeArrived(path: string, token: string | undefined): EarlyAnswer | undefined {
  return earlyReads()?.answers[path] && take(path, token)?.answer
}

function take(path: string, token: string | undefined) {
  const early = earlyReads()
  const reply = early?.replies[path]
  if (!early || !reply) return undefined
  const answer = early.answers[path]
  delete early.replies[path]
  delete early.answers[path]
  return token === early.token ? { reply, answer } : undefined
}

const earlyReads = () => (typeof window === 'undefined' ? undefined : window.porticoReads)
