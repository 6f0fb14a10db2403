import type { Config } from '@react-router/dev/config'
import { finishBuild } from './scripts/finish-build.ts'

/** One document serves all projects, another all clients, and so on: the browser reads the id from the address. */
const PAGES_WITH_ID = [
  '/projects/id',
  '/projects/id/requests',
  '/projects/id/activity',
  '/projects/id/files',
  '/clients/id',
  '/files/id',
  '/receipts/id',
  '/reviews/id',
  '/client-dashboard/projects/id',
  '/client-dashboard/projects/id/requests',
  '/client-dashboard/projects/id/activity',
  '/client-dashboard/projects/id/files',
  '/client-dashboard/files/id',
  '/client-dashboard/receipts/id',
  '/client-dashboard/reviews/id',
]

/** Every page is ready HTML that names its scripts and styles. Signed-in pages show a skeleton. */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), ...PAGES_WITH_ID],
  buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.routes),
} satisfies Config
