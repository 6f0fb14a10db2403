import type { Area } from './session-storage.ts'

declare global {
  interface Window {
    /** What the page has asked the server for before its scripts were there, and in whose name. */
    porticoReads?: { token: string; replies: Record<string, Promise<Response>> }
  }
}

/** What a page reads first, by its path; `:id` is the last part of the address. */
const reads: Record<string, string[]> = {
  '/': ['/dashboard/summary'],
  '/projects/:id': ['/projects/:id'],
  '/clients/:id': ['/clients/:id'],
  '/client-dashboard': ['/projects/client', '/clients/my-freelancer'],
  '/client-dashboard/projects/:id': [
    '/projects/client/:id',
    '/clients/my-freelancer',
    '/files/limits',
    '/files/project/:id',
    '/feedback/projects/:id/feedback',
  ],
}

/**
 * A script for the head of a page that React draws, put there by `finish-build.mjs`. For whoever is signed in it shows
 * the frame of the area (areas/FrameBones.tsx) and asks for the page's data, while the scripts are still on their way.
 */
export function earlyScript(area: Area, path: string) {
  return `(function(area,reads){try{var token=localStorage.getItem(area+"Token");if(!token)return;document.documentElement.dataset.frame=area;
var replies={},id=location.pathname.split("/").filter(Boolean).pop();window.porticoReads={token:token,replies:replies};
reads.forEach(function(url){url="/api"+url.replace(":id",id);replies[url]=fetch(url,{headers:{accept:"application/json",authorization:"Bearer "+token},signal:AbortSignal.timeout(3e4)});replies[url].catch(function(){})})}catch(e){}})(${JSON.stringify(area)},${JSON.stringify(reads[path] ?? [])})`
}

/** The answer to something that was asked early, once, and only for whoever it was asked for. */
export function takeEarly(path: string, token: string | undefined): Promise<Response> | undefined {
  const early = typeof window === 'undefined' ? undefined : window.porticoReads
  const reply = early?.replies[path]
  if (!early || !reply) return undefined
  delete early.replies[path]
  return token === early.token ? reply : undefined
}
