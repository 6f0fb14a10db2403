import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { withoutSchemas } from './scripts/without-schemas.ts'
import { withoutUnreached } from './scripts/without-unreached.ts'

/** Where the server listens while we develop; the production server serves the built files itself. */
const server = `http://127.0.0.1:${process.env.PORT_API ?? '3001'}`

export default defineConfig({
  plugins: [reactRouter(), withoutSchemas(), withoutUnreached()],
  resolve: {
    // The contract builds its schemas for whoever validates; the browser does not.
    alias: [
      {
        find: /^typebox$/,
        replacement: fileURLToPath(new URL('src/app/unread-schemas.ts', import.meta.url)),
      },
    ],
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // What every page loads is packed together: one chunk compresses 4 kB better than thirty small ones.
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedChunks() } },
      // Endpoints are plain data: a page carries those it calls, not their whole file.
      treeshake: {
        // By name alone, whoever's they are: a library may not happen to call something of its own so (`words.push()`).
        manualPureFunctions: ['endpoint', 'Only', 'nullable', 'Type'],
        // `{ ...Client.properties }` is no reason to keep a schema.
        propertyReadSideEffects: false,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/api': server,
      '/dev': server,
      '/healthz': server,
      '/readyz': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})

/** The fewer requests a first visit needs, the sooner it is there: what pages share comes in few pieces. */
function sharedChunks() {
  return [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    // Every page that React draws, how it calls the server, and the look of what most pages have.
    {
      name: 'house',
      test: /src\/(root|areas\/(AreaError|SkipLink|ThemeButton|use-focus.*)|app\/(private-page-meta|theme|head-script|api|chosen-plan|early-reads|session.*|destination|mailed-link|failure-message|use-submit|unread-schemas)|ui\/(Badge|Brand|Button|CoreIcon|Drawing|Field|Icon|FailureDrawing|Note|toast|Toasts?)|common|endpoint|accounts|clients)\.tsx?$|src\/(areas\/(shell|entry)|ui\/(Avatar|Badge|Facts|Page|Rows|Toasts|Unread|split))\.css$/,
    },
    // The public pages.
    {
      name: 'front',
      test: /src\/(areas\/(site|slide-out)|ui\/Plans|features\/(marketing|support)\/\w+)\.css$/,
    },
    // Every page of somebody who is signed in.
    {
      name: 'rooms',
      test: /node_modules\/@tanstack\/|src\/(areas\/(guard|Freelancer(Frame|Nav)|SearchBar|MenuDrawer)|app\/(draft|logout|pages|query-client|use-live|use-restorable-open|use-refetch-at-midnight)|ui\/(RelativeTime|Avatar|ConfirmDialog|MailLink|lazy-dialog|failed-stylesheets|MoreRows|Page|States|Unread|dates|use-now)|features\/\w+\/(UnreadMessages|use-unread-title|unread\.queries|full-name|use-plans-link|PlansOnDemand|dashboard\.queries|billing\.queries|clients\.queries|client-projects\.queries|DueDate)|features\/billing\/in-words|plans|files|feedback|projects)\.tsx?$|src\/features\/(billing\/billing|clients|dashboard|feedback|files\/files|projects)(\/[\w-]+)?\.css$/,
    },
  ]
}
