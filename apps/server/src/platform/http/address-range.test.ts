import { expect, test } from 'vitest'
import { addressRange } from './address-range.ts'

test.for([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:4c:1::9', '2001:db8:4c::/48'],
  ['2001:0DB8:004C:0001:0000:0000:0000:0009', '2001:db8:4c::/48'],
  ['2001::9', '2001:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unix socket', null],
] as const)('the network of %s is %s', ([address, range]) => {
  expect(addressRange(address)).toBe(range)
})
