import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'

/** NATS's server, from Debian's package `nats-server` or of a name of its own. */
const natsProgram = process.env['CANDOR_NATS_SERVER'] ?? 'nats-server'

/** Whether a server of NATS can be started here. */
export function hasNats(): boolean {
  return spawnSync(natsProgram, ['--version']).status === 0
}

interface NatsNode {
  readonly port: number
  readonly routePort: number
  child: ChildProcess
}

/** Servers of NATS, each a process; several are one cluster. */
export class NatsServers {
  readonly #nodes: NatsNode[] = []

  static async open(count: number): Promise<NatsServers> {
    const servers = new NatsServers()
    const ports: { port: number; routePort: number }[] = []
    for (let nth = 0; nth < count; nth += 1) ports.push({ port: await freePort(), routePort: await freePort() })
    const routes = ports.map(({ routePort }) => `nats://127.0.0.1:${routePort}`)
    for (const own of ports) servers.#nodes.push({ ...own, child: startNats(own, routes) })
    await Promise.all(servers.#nodes.map(({ child }) => isReady(child)))
    return servers
  }

  /** The addresses of all, as CANDOR_NATS_URL takes them. */
  get url(): string {
    return this.#nodes.map(({ port }) => `nats://127.0.0.1:${port}`).join(',')
  }

  async kill(nth: number): Promise<void> {
    const { child } = this.#node(nth)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async restart(nth: number): Promise<void> {
    const node = this.#node(nth)
    const routes = this.#nodes.map(({ routePort }) => `nats://127.0.0.1:${routePort}`)
    node.child = startNats(node, routes)
    await isReady(node.child)
  }

  close(): void {
    for (const { child } of this.#nodes) child.kill('SIGKILL')
  }

  #node(nth: number): NatsNode {
    const node = this.#nodes[nth]
    if (node === undefined) throw new Error(`there is no NATS node ${nth}`)
    return node
  }
}

function startNats({ port, routePort }: Omit<NatsNode, 'child'>, routes: readonly string[]): ChildProcess {
  const words = ['--addr', '127.0.0.1', '--port', String(port)]
  if (routes.length > 1)
    words.push('--cluster_name', 'candor', '--cluster', `nats://127.0.0.1:${routePort}`, '--routes', routes.join(','))
  return spawn(natsProgram, words, { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function isReady({ stderr }: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    stderr?.on('data', (text: Buffer) => text.includes('Server is ready') && resolve())
  })
}
