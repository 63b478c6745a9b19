import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The kinds of server. */
export type FanoutServer = 'candor' | 'raw'

/** Requests to a server process: send a number of frames, or report memory use. */
export const serverRequest = z.union([z.object({ send: z.int() }), z.object({ memory: z.literal(true) })])
export const listening = z.object({ port: z.int() })
/** `slot` is the last one sent. */
export const sentFrames = z.object({ cpuMs: z.number(), slot: z.int() })
/** Resident memory, and what of it JavaScript still refers to, after a collection. */
export const heldMemory = z.object({ bytes: z.number(), usedBytes: z.number() })

/** Requests to the clients' process: open sockets, or report what arrived since the last request. */
export const clientsRequest = z.union([
  z.object({ open: z.object({ port: z.int(), sockets: z.int() }) }),
  z.object({ report: z.object({ slots: z.int() }) }),
])
export const opened = z.object({ opened: z.int() })
/** `missed` counts frames that a socket should have got and did not. */
export const received = z.object({ p50Ms: z.number(), p99Ms: z.number(), missed: z.int() })

/** A process that handles one request at a time. */
export interface Helper {
  /** Sends a request, and parses the response. Throws when the process ends instead. */
  ask<T extends z.ZodMiniType>(request: unknown, answer: T): Promise<z.output<T>>
  /** Waits for an unsolicited message of the process. */
  receive<T extends z.ZodMiniType>(answer: T): Promise<z.output<T>>
  close(): Promise<void>
}

/** Starts a file of this folder as a process. */
export function startHelper(file: string, parameters: readonly string[] = []): Helper {
  const child = fork(join(import.meta.dirname, file), [...parameters], {
    execArgv: ['--expose-gc', '--no-warnings'],
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const receive = async <T extends z.ZodMiniType>(answer: T) => z.parse(answer, await message(child, ended))
  return {
    receive,
    ask: async (request, answer) => {
      const received = receive(answer)
      child.send(request as Record<string, unknown>)
      return received
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function message(child: ChildProcess, ended: Promise<unknown>): Promise<unknown> {
  const first = await Promise.race([
    once(child, 'message').then(([text]: unknown[]) => ({ text })),
    ended.then(() => null),
  ])
  if (first === null) throw new Error('a process of the benchmark ended')
  return first.text
}
