import { expect } from '../../../test/fixtures.ts'
import { requestRaw, UPGRADE_REQUEST } from '../../../test/raw-socket.ts'
import { expectStillServing, test } from '../../../test/socket.ts'

test('serves nothing under /socket.io/ over plain HTTP', async ({ address }) => {
  for (const path of ['/socket.io/?EIO=4&transport=polling', '/socket.io/socket.io.js', '/socket.io/'])
    expect((await fetch(`${address}${path}`)).status, path).toBe(404)
})

test('ignores an offer of HTTP/2 and answers the request', async ({ address }) => {
  const reply = await requestRaw(address, [
    'GET /healthz HTTP/1.1',
    'Host: portico',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
  ])
  expect(reply).toMatch(/^HTTP\/1.1 200 /)
})

test('survives malformed upgrade requests', async ({ address, given }) => {
  for (const lines of [
    UPGRADE_REQUEST.filter((line) => !line.startsWith('Sec-WebSocket-Key')),
    UPGRADE_REQUEST.map((line) => line.replace('Version: 13', 'Version: 1')),
    ['GET /socket.io/?EIO=3&transport=websocket HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
    ['GET /socket.io/?EIO=4&transport=nothing HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
    ['GET /socket.io/?EIO=4&transport=websocket&sid=__proto__ HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
    ['POST /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
    ['GET /socket.io/?%zz&transport[]=%00 HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
    ['GET /socket.io/..//@ HTTP/1.1', ...UPGRADE_REQUEST.slice(1)],
  ])
    expect(await requestRaw(address, lines), lines[0]).not.toMatch(/^HTTP\/1.1 2/)

  await expectStillServing(address, given)
})
