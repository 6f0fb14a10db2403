// First, because it says the order of the layers that all other styles are put into.
import './styles/index.css'

import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { headScript, replayEarlySubmit } from './app/head-script.ts'
import { AreaError } from './areas/AreaError.tsx'
import { PageLoading } from './areas/PageLoading.tsx'
import fraunces from './styles/fonts/fraunces.woff2?url'
import inter from './styles/fonts/inter.woff2?url'
import { Toasts } from './ui/Toasts.tsx'

export const links = () => [
  ...[inter, fraunces].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function Layout({ children }: { children: ReactNode }) {
  const still = useStill()
  return (
    // The script below sets data-theme before React looks.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="referrer" content="no-referrer" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; its hash stands in the page's CSP */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScriptInHtml }} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!still && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** It has run by the time React comes, so the browser's bundle does without it. */
const headScriptInHtml = import.meta.env.SSR ? headScript : ''

/**
 * A page whose `handle` says `still` is ready HTML without React. That holds where the HTML is made; when somebody comes
 * there from a page that React drew, React draws this one too.
 */
function useStill() {
  const page = useMatches().at(-1)
  return import.meta.env.SSR && (page?.handle as { still?: boolean } | undefined)?.still
}

export default function Root() {
  useEffect(replayEarlySubmit, [])
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

/** In the document that answers unknown paths, until its scripts run. */
export function HydrateFallback() {
  return <PageLoading />
}

/** When even the frame of an area fails. */
export function ErrorBoundary() {
  return (
    <main className="narrow" id="main">
      <AreaError />
    </main>
  )
}
