import { LRUCache } from 'lru-cache'
import { keyedHash } from '../keyed-hash.ts'
import { networkOf } from '../rate-limit/index.ts'

/**
 * Names networks in logs: a keyed hash, the same for all addresses of a network while the key is. Who reads the logs
 * alone cannot try all addresses against it.
 */
export function createNetworkTags(secret: string): (ip: string) => string {
  const known = new LRUCache<string, string>({ max: 10_000 })
  return (ip) => {
    const network = networkOf(ip)
    const tag = known.get(network) ?? keyedHash(secret, 'logged-network', network).toString('base64url').slice(0, 16)
    known.set(network, tag)
    return tag
  }
}
