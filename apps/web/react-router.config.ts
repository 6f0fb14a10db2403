import type { Config } from '@react-router/dev/config'

/** The pages that are ready HTML before any script runs. Every other path is drawn by the one fallback document. */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: [
    ...['/welcome', '/features', '/pricing', '/FAQ', '/support', '/privacy', '/terms'],
    ...['/login', '/register', '/client-login', '/forgot-password', '/reset-password'],
  ],
} satisfies Config
