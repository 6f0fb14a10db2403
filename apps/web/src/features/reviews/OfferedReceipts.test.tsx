import { NO_HASH } from '@portico/contract/receipt-hash'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { open, serve } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
import { findAltered, readReceipts } from '../receipts/read-receipts.ts'
import { OfferedReceipts } from './OfferedReceipts.tsx'

const receipt = (number: number, project: string, previousHash = NO_HASH) =>
  aReceipt({ id: `01a20979-ec95-7220-a0b5-3845f03959a${number}`, number, project, previousHash })

test('saves all receipts of a client, in an order that can be checked', async () => {
  const menu = receipt(1, 'Menu')
  const van = receipt(1, 'Van')
  const secondMenu = receipt(2, 'Menu', menu.hash)
  serve({
    'GET /receipts': ({ query }) =>
      query.get('cursor')
        ? Response.json([menu])
        : Response.json([secondMenu, van], { headers: { link: '</api/receipts?cursor=c>; rel="next"' } }),
  })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open('/', { '/': <OfferedReceipts of={{ clientId: 'c1' }} /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Download receipts' }))

  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [blob] = saved.mock.lastCall ?? []
  const chain = readReceipts(await (blob as Blob).text())
  expect(chain?.map(({ project, number }) => `${project} ${number}`)).toEqual(['Van 1', 'Menu 1', 'Menu 2'])
  expect(chain && findAltered(chain)).toBeUndefined()
})

test('offers nothing where nothing was approved', async () => {
  const asked = serve({ 'GET /receipts': () => Response.json([]) })
  open('/', { '/': <OfferedReceipts of={{ projectId: 'p1' }} /> })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('button')).toBeNull()
})
