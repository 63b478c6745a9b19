/** A host of PostgreSQL, with the address of it alone. */
export interface DatabaseHost {
  readonly host: string
  readonly port: number
  readonly address: string
}

const defaultPort = 5432
/** The parameter in which an address carries its further hosts: an URL has one host. */
const hostsParameter = 'hosts'

const addressParts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]+)(.*)$/s
const hostParts = /^(\[[\da-f:.]+\]|[^:[\],\s]+)(?::(\d{1,5}))?$/i

/**
 * An address as libpq has it, with several hosts separated by commas, in the form of an URL: the first host is its
 * host, and all of them are in the parameter `hosts`. An address of one host stays as it is. Null is returned for what
 * is no address.
 */
export function parseDatabaseAddress(text: string): string | null {
  const [, scheme = '', credentials = '', hosts = '', rest = ''] = addressParts.exec(text) ?? []
  const named = hosts.split(',')
  if (!named.every((host) => hostParts.test(host))) return null
  const address = `${scheme}${credentials}${named[0] ?? ''}${rest}`
  if (!URL.canParse(address)) return null
  if (named.length === 1) return text
  const url = new URL(address)
  url.searchParams.set(hostsParameter, named.join(','))
  return url.href
}

/**
 * The hosts that an address names. With several of them, Candor uses the one that
 * accepts writes, whatever `target_session_attrs` says: no other is of use to it.
 */
export function hostsOf(address: string): DatabaseHost[] {
  const url = new URL(address)
  const named = url.searchParams.get(hostsParameter)?.split(',') ?? [url.host]
  return named.map((text) => {
    const [, host = '', port = String(defaultPort)] = hostParts.exec(text) ?? []
    const alone = new URL(address)
    alone.host = host
    alone.port = port
    alone.searchParams.delete(hostsParameter)
    alone.searchParams.delete('target_session_attrs')
    return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port), address: alone.href }
  })
}
