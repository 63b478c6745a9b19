import { listening, opened, startHelper } from './fanout-messages.ts'
import type { FanoutServer, Helper } from './fanout-messages.ts'

/** A server and its customers, each in a process of its own. */
export interface SocketPair {
  readonly server: Helper
  readonly clients: Helper
  /** Opens the customers' sockets. Throws where one fails. */
  openSockets(): Promise<void>
}

interface Sizes {
  readonly runs: number
  readonly sockets: number
  readonly slots: number
}

interface Compared<Run, Side extends { run(slots: number): Promise<Run> }> {
  /** The file of the customers. */
  readonly clients: string
  readonly openSide: (pair: SocketPair) => Promise<Side>
  /** Frames of a run that is not counted. */
  readonly warmUpSlots?: number
}

/** Opens both servers, and runs them by turns. Their processes have ended when it returns. */
export async function runByTurns<Run, Side extends { run(slots: number): Promise<Run> }>(
  { runs, sockets, slots }: Sizes,
  { clients, openSide, warmUpSlots = 0 }: Compared<Run, Side>,
): Promise<{
  readonly candor: Side
  readonly raw: Side
  readonly done: Readonly<Record<FanoutServer, readonly Run[]>>
}> {
  const helpers: Helper[] = []
  const open = async (kind: FanoutServer) => openSide(await startPair(kind, { clients, sockets, helpers }))
  try {
    const candor = await open('candor')
    const raw = await open('raw')
    if (warmUpSlots > 0) for (const side of [raw, candor]) await side.run(warmUpSlots)
    const done: Record<FanoutServer, Run[]> = { candor: [], raw: [] }
    for (let run = 0; run < runs; run += 1) {
      done.raw.push(await raw.run(slots))
      done.candor.push(await candor.run(slots))
    }
    return { candor, raw, done }
  } finally {
    for (const helper of helpers) await helper.close()
  }
}

async function startPair(
  kind: FanoutServer,
  { clients: file, sockets, helpers }: { clients: string; sockets: number; helpers: Helper[] },
): Promise<SocketPair> {
  const server = startHelper('fanout-server.ts', [kind])
  const clients = startHelper(file)
  helpers.push(server, clients)
  const { port } = await server.receive(listening)
  return {
    server,
    clients,
    openSockets: async () => {
      const answer = await clients.ask({ open: { port, sockets } }, opened)
      if (answer.opened !== sockets) throw new Error(`only ${answer.opened} of ${sockets} sockets are open`)
    },
  }
}
