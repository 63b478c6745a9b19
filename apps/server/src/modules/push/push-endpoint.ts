import { lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** Addresses of this machine and its network: outsiders must not make us call them. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
/** Of IPv6 only globally routed addresses, without ranges that embed IPv4 addresses. */
const publicNetworks = new BlockList()
publicNetworks.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2002::', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateNetworks.check(address, 'ipv4')
  return family === 6 && publicNetworks.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6')
}

/**
 * The endpoint of a push service, or null for an address that we do not call: https on the default port, by host name.
 * `allowedOrigins` are the owner's exceptions. The name is resolved and checked at each call (`publicLookup`).
 */
export function pushEndpointOf(text: string, allowedOrigins: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return null
  if (allowedOrigins.includes(url.origin)) return url
  const name = url.hostname.replace(/\.$/, '')
  const isName =
    isIP(name.replace(/^\[|\]$/g, '')) === 0 &&
    name.includes('.') &&
    !/\.(local|localhost|internal|home\.arpa)$/.test(name)
  return url.protocol === 'https:' && url.port === '' && isName ? url : null
}

/** Resolves a name, and fails when any of its addresses is not public: the called address is one that was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) return callback(error ?? refused(hostname), '', 4)
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refused(hostname), '', 4)
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

function refused(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address that may be called`), { code: 'EPRIVATE' })
}
