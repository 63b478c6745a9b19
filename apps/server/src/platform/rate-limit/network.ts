import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, as limits count it: an IPv4 address itself, the first 64 bits of an IPv6 address (one
 * customer's line usually owns the rest). An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped)) return mapped
  return isIPv6(plain) ? `${leadingGroups(plain).join(':')}::/64` : 'unknown'
}

/** Whether the address is this machine's own. */
export function isLoopback(ip: string): boolean {
  const network = networkOf(ip)
  return network.startsWith('127.') || ip === '::1'
}

function leadingGroups(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const left = groupsOf(head)
  const right = tail === undefined ? [] : groupsOf(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
}

function groupsOf(part: string): string[] {
  // A dotted tail stands for two groups; their value does not matter, because they lie behind the first 64 bits.
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
