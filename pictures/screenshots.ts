import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Server } from '../e2e/server.ts'
import { type DemoData, seedDemo } from './demo-data.ts'

const FOLDER = fileURLToPath(new URL('../apps/web/src/features/marketing/pictures/', import.meta.url))

interface Screenshot {
  /** The size of the window, and of the picture unless it has a height. */
  width: number
  height: number
  path: (life: DemoData) => string
  prepare?: (page: Page) => Promise<unknown>
}

const screenshots: Record<string, Screenshot> = {
  dashboard: { width: 1200, height: 760, path: () => '/' },
  phone: { width: 390, height: 760, path: () => '/client-dashboard' },
  link: {
    width: 700,
    height: 470,
    path: ({ mayaId }) => `/clients/${mayaId}`,
  },
  projects: {
    width: 700,
    height: 520,
    path: () => '/projects',
    // Below the search and the filters.
    prepare: (page) => page.locator('main .row').first().evaluate(scrollToTop),
  },
  review: {
    width: 700,
    height: 900,
    path: ({ proof }) => `/client-dashboard/files/${proof}`,
    prepare: (page) => page.locator('.leaf__canvas canvas').filter({ visible: true }).first().waitFor(),
  },
  chat: { width: 700, height: 560, path: () => '/client-dashboard/chat' },
}

const README = fileURLToPath(new URL('../docs/pictures/', import.meta.url))

const readme: Record<string, Screenshot> = {
  dashboard: { width: 1440, height: 900, path: () => '/' },
  client: { width: 390, height: 844, path: () => '/client-dashboard' },
}

const scrollToTop = (element: Element) => {
  window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 57)
}

/** Each in light and dark, in two sizes, as AVIF and WebP. The stored dimensions prevent layout shifts. */
export async function takeScreenshots(browser: Browser, server: Server) {
  const life = await seedDemo(server)
  await takeReadmeScreenshots(browser, server, life)
  await mkdir(FOLDER, { recursive: true })
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, shot] of Object.entries(screenshots)) {
    sizes[name] = { width: shot.width, height: shot.height }
    for (const theme of ['light', 'dark'] as const) {
      const png = await takeScreenshot(browser, server.url, life, shot, theme)
      for (const times of [1, 2]) {
        const scaled = sharp(png).resize(shot.width * times)
        const file = `${FOLDER}${name}-${theme}-${times}x`
        await scaled.clone().avif({ quality: 62, effort: 4 }).toFile(`${file}.avif`)
        await scaled.clone().webp({ quality: 82 }).toFile(`${file}.webp`)
      }
    }
  }
  await writeFile(`${FOLDER}sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`)
}

async function takeReadmeScreenshots(browser: Browser, { url }: Server, life: DemoData) {
  for (const [name, shot] of Object.entries(readme)) {
    const png = await takeScreenshot(browser, url, life, shot, 'light')
    await sharp(png).resize(shot.width).png({ palette: true }).toFile(`${README}${name}.png`)
  }
}

async function takeScreenshot(
  browser: Browser,
  url: string,
  life: DemoData,
  { width, height, path, prepare }: Screenshot,
  colorScheme: 'light' | 'dark',
) {
  const keys = { freelancerToken: life.ada, role: 'freelancer', name: 'Ada Marsh', clientToken: life.maya }
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: url,
          localStorage: Object.entries({ ...keys, 'portico.visited': 'yes' }).map(([name, value]) => ({
            name,
            value,
          })),
        },
      ],
    },
  })
  const page = await context.newPage()
  await page.goto(url + path(life), { waitUntil: 'networkidle' })
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  await prepare?.(page)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await context.close()
  return png
}
