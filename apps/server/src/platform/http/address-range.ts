import { isIP } from 'node:net'

/**
 * The network of an address, such as `203.0.113.0/24` or `2001:db8:4c::/48`: enough to recognise where somebody is, and not a
 * household. Null for what is no address.
 */
export function addressRange(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (family === 0) return null
  const { hostname } = new URL(`http://[${plain.split('%', 1).join('')}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean))
  const missing = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0)
  const groups = [...(head ?? []), ...Array<string>(missing).fill('0'), ...(tail ?? [])]
  return `${groups.slice(0, 3).join(':')}::/48`
}
