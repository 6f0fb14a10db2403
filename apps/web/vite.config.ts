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
    rolldownOptions: {
      // One stylesheet of 12 kB takes one request; a page's parts of it would take 15.
      output: { codeSplitting: { groups: [{ name: 'styles', test: /\.css$/ }] } },
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
