import { Agent } from 'node:http'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { dropSummaries } from './scripts/drop-summaries.ts'
import { inlineScript } from './scripts/inline-script.ts'
import { pdfjsAssets } from './scripts/pdfjs-assets.ts'

/** Where the server listens while we develop; the production server serves the built files itself. */
const server = `http://127.0.0.1:${process.env.PORT_API ?? '3001'}`

/**
 * These modules and all that they import become one file. Without groups the first pages take 34 to 67 scripts, and a phone
 * fetches six at a time.
 */
function withImports(name: string, modules: string[]) {
  return { name, test: (id: string) => modules.some((module) => id.endsWith(`/${module}`)) }
}

export default defineConfig({
  plugins: [dropSummaries(), reactRouter(), inlineScript(), pdfjsAssets()],
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Those of the viewer come with it.
            { name: 'styles', test: /^(?!.*\/features\/viewer\/).*\.css$/ },
            withImports('common', [
              'react-dom/index.js',
              'root.tsx',
              'areas/EntryArea.tsx',
              'areas/PublicArea.tsx',
              'features/accounts/LoginPage.tsx',
              'features/accounts/RegisterPage.tsx',
              'features/accounts/ForgotPasswordPage.tsx',
              'features/accounts/ResetPasswordPage.tsx',
              'features/clients/ClientLoginPage.tsx',
              'features/support/SupportPage.tsx',
            ]),
            withImports('signed-in', [
              'areas/FreelancerArea.tsx',
              'areas/ClientArea.tsx',
              'features/dashboard/DashboardPage.tsx',
              'features/project-pages/ClientProjectsPage.tsx',
              // Of the pages of a project too, but chat must not load those.
              'ui/MailLink.tsx',
              'ui/RelativeTime.tsx',
              'ui/TextWithLinks.tsx',
              'app/draft.ts',
              'app/random-id.ts',
              // `/verify` must not load them either.
              'features/files/use-file-drop.ts',
              'ui/FilePicker.tsx',
              'features/files/ReviewBadge.tsx',
              'contract/src/receipts.ts',
            ]),
            // The bell must not load the pages of a project, nor they the list of the bell.
            withImports('notifications', ['features/activity/NotificationList.tsx']),
            // What chat shows of files. It must not load the pages of a project.
            withImports('files', [
              'features/files/attached-uploads.ts',
              'features/files/DownloadFile.tsx',
              'features/files/FileName.tsx',
              'features/files/file-path.ts',
              'features/files/file-size.ts',
              'features/files/show-drop-problem.ts',
              'features/files/Thumbnail.tsx',
              'features/files/upload-progress.ts',
              'features/files/upload-stores.ts',
              'features/files/viewable-image.ts',
              'features/projects/projects.queries.ts',
              'contract/src/file-names.ts',
            ]),
            // Chat loads it later.
            withImports('uploads', ['features/files/uploads.ts']),
            // What both sides see of a project. Neither loads the page of the other.
            withImports('project', [
              'app/on-screen.ts',
              'features/feedback/LeaveFeedback.tsx',
              'features/portals/InOtherPortal.tsx',
              'features/project-files/ProjectFiles.tsx',
              'features/projects/PassTurn.tsx',
              'features/projects/RequestsLink.tsx',
              'features/projects/TurnLine.tsx',
              'features/reviews/reviews.queries.ts',
            ]),
            withImports('freelancer-project', [
              'features/project-pages/ProjectPage.tsx',
              'features/project-pages/ProjectWork.tsx',
            ]),
            withImports('client-project', ['features/project-pages/ClientProjectPage.tsx']),
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/.well-known': server,
      '/api': server,
      // The development pages are served to browsers alone, which keep their connections alive.
      '/dev': { target: server, agent: new Agent({ keepAlive: true }) },
      '/give': server,
      '/healthz': server,
      '/readyz': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
