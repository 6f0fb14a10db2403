import type { Page } from '@playwright/test'

export const phone = { viewport: { width: 390, height: 844 } }
export const desktop = { viewport: { width: 1440, height: 900 } }

export const getLog = (page: Page) => page.getByRole('log', { name: 'Messages' })
export const getInput = (page: Page) => page.getByPlaceholder('Type a message...')

export async function sendMessage(page: Page, text: string) {
  await getInput(page).fill(text)
  await getInput(page).press('Enter')
}

/** The rendered messages in their order, as `own: …` or `theirs: …`. */
export function readMessages(page: Page) {
  return getLog(page)
    .locator('.msg:has(.bubble:not(.dots))')
    .evaluateAll((messages) =>
      messages.map((message) => {
        const side = message.classList.contains('msg--own') ? 'own' : 'theirs'
        return `${side}: ${message.querySelector('.bubble')?.textContent}`
      }),
    )
}

/** The same messages as the other side sees them. */
export function swapSides(messages: string[]) {
  return messages.map((message) =>
    message.startsWith('own') ? message.replace('own', 'theirs') : message.replace('theirs', 'own'),
  )
}
