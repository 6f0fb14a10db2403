import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'

/** The preview image of shared links: the illustration of the welcome page without its buttons. */
export async function createShareImage(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${url}/welcome`)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('.site-nav nav, .site-nav__end, .hero .actions, .hero .fine'))
      one.remove()
  })
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot()
  await sharp(png)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(fileURLToPath(new URL('../apps/web/public/share.png', import.meta.url)))
  await context.close()
}
