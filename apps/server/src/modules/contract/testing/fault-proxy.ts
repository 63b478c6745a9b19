import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

/** The effect on traffic that contains the marker. */
interface Fault {
  readonly when: 'before' | 'after' | 'silent' | 'slow'
  readonly marker: string
  /** The proxy mends itself after so many; without a number it stays broken. */
  readonly times?: number
}

const slowMs = 700

/** A TCP proxy before PostgreSQL that a test can make cut connections. */
export interface FaultProxy {
  /** The address of the same database through the proxy. */
  readonly url: string
  /**
   * `after`: the statement reaches PostgreSQL, but its response never reaches the client. `before`: the statement does
   * not arrive. `silent`: it does not arrive either, and the connection stays open silently. `slow`: it arrives late.
   * Only traffic that contains `marker` is affected; null repairs the proxy.
   */
  cut(fault: Fault | null): void
  cuts(): number
  close(): Promise<void>
}

/** Opens a proxy on a free port for the server of `databaseUrl`. */
export async function openFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let fault: Fault | null = null
  let left = Infinity
  let cuts = 0

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isDoomed = false
    let isSilent = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (chunk: Buffer) => {
      if (fault !== null && !isDoomed && chunk.includes(fault.marker)) {
        const { when } = fault
        cuts += 1
        left -= 1
        if (left === 0) fault = null
        isSilent = when === 'silent'
        isDoomed = when === 'before' || when === 'after'
        if (when === 'before') return end()
        if (when === 'slow') return delay(client, () => upstream.write(chunk))
      }
      return isSilent || upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      // PostgreSQL has responded, so it has committed: now the connection breaks.
      if (isDoomed) end()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    cut: (next) => {
      fault = next
      left = next?.times ?? Infinity
    },
    cuts: () => cuts,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Forwards after a delay, and keeps the order of later data. */
function delay(from: Socket, passOn: () => void): void {
  from.pause()
  setTimeout(() => {
    passOn()
    from.resume()
  }, slowMs)
}
