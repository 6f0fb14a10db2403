// First, because it declares the order of the CSS layers.
import { plansAttribute } from './app/plans.tsx'
import './styles/index.css'

import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { durationAttributes } from './app/configured-duration.ts'
import { replayEarlySubmit } from './app/early-submit.ts'
import headScript from './app/head-script.ts?inline-script'
import { reportReload } from './app/missing-code.ts'
import { usePageHandle } from './app/page-handle.ts'
import { repairTranslatedElements } from './app/page-translation.ts'
import { registrationAttributes } from './app/registration.tsx'
import { AreaError } from './areas/AreaError.tsx'
import { PageLoading } from './areas/PageLoading.tsx'
import fraunces from './styles/fonts/fraunces.woff2?url'
import inter from './styles/fonts/inter.woff2?url'
import { Toasts } from './ui/Toasts.tsx'
import { useHistoryPosition } from './ui/use-close-on-back.ts'

if (!import.meta.env.SSR) repairTranslatedElements()

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
  const { still } = usePageHandle()
  const isStill = import.meta.env.SSR && still
  return (
    // The script below sets data-theme before React hydrates.
    <html
      lang="en-GB"
      {...durationAttributes()}
      {...plansAttribute()}
      {...registrationAttributes()}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="referrer" content="no-referrer" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; its hash is in the page's CSP */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScriptInHtml }} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!isStill && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** It runs before React starts, so the browser's bundle does not contain it. */
const headScriptInHtml = import.meta.env.SSR ? headScript : ''

export default function Root() {
  useEffect(replayEarlySubmit, [])
  useEffect(reportReload, [])
  useHistoryPosition(useLocation().key)
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

/** For an error in the frame of an area itself. */
export function ErrorBoundary() {
  return (
    <main className="narrow" id="main">
      <AreaError />
    </main>
  )
}
