import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Where the server listens while we develop; the production server serves the built files itself. */
const server = `http://127.0.0.1:${process.env.PORT_API ?? '3001'}`

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
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
