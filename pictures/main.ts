// `npm run pictures`: renders the icons, fonts and screenshots of the public pages.
import { chromium } from '@playwright/test'
import startCluster from '../e2e/cluster.ts'
import { startServer } from '../e2e/server.ts'
import { cutReceiptFonts, subsetFonts } from './fonts.ts'
import { createIcons } from './icons.ts'
import { takeScreenshots } from './screenshots.ts'
import { createShareImage } from './share-image.ts'

/** The origin that screenshots show in login links; the browser resolves it to our server. */
const PUBLIC_URL = 'http://portico.example'

await subsetFonts()
await cutReceiptFonts()
await createIcons()
const stopCluster = await startCluster()
const server = await startServer({
  PUBLIC_URL,
  NODE_ENV: 'production',
  MAIL: 'captured',
  CONFIRM_EMAIL: 'off',
})
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    `--host-resolver-rules=MAP portico.example:80 127.0.0.1:${server.port}`,
    `--unsafely-treat-insecure-origin-as-secure=${PUBLIC_URL}`,
    '--force-color-profile=srgb',
  ],
})
try {
  await createShareImage(browser, PUBLIC_URL)
  await takeScreenshots(browser, server)
} finally {
  await browser.close()
  await server.stop()
  await stopCluster()
}
