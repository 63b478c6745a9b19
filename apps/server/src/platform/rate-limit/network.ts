import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, as sessions name it: an IPv4 address itself, the first 64 bits of an IPv6 address (one
 * customer's line usually owns the rest). An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(ip: string): string {
  return prefixOf(ip, 64)
}

/**
 * The widest network that usually has one owner: an IPv4 address, the first 48 bits of an IPv6 address. For what a
 * stranger must not have 65,536 times.
 */
export function siteOf(ip: string): string {
  return prefixOf(ip, 48)
}

/** A network that an address belongs to, and its room as a multiple of the narrowest one's. */
export interface Network {
  readonly name: string
  readonly room: number
}

const wideNetworks = [
  { bits: 64, room: 1 },
  { bits: 56, room: 4 },
  { bits: 48, room: 16 },
] as const

/** The networks of an address that limits count, the narrowest first. A provider hands out each of these sizes. */
export function networksOf(ip: string): readonly Network[] {
  const narrow = networkOf(ip)
  if (!narrow.includes(':')) return [{ name: narrow, room: 1 }]
  return wideNetworks.map(({ bits, room }) => ({ name: prefixOf(ip, bits), room }))
}

function prefixOf(ip: string, bits: 64 | 56 | 48): string {
  const plain = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIPv4(mapped)) return mapped
  if (!isIPv6(plain)) return 'unknown'
  const groups = leadingGroups(plain)
  if (bits === 56)
    groups[3] =
      groups[3]
        ?.padStart(4, '0')
        .replace(/..$/, '00')
        .replace(/^0+(?=.)/, '') ?? '0'
  return `${groups.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`
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
