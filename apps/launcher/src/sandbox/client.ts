import { responseEnvelope, serverMessage, socketProtocol } from '@candor/api'
import type { CallOf, Operation, OutputOf, ServerMessage } from '@candor/api'
import { parse } from 'zod/mini'

/** A customer's client of one server: the HTTP calls of the contract and one socket. */
export interface DemoClient {
  readonly origin: string
  setToken(token: string): void
  /** Calls an operation form-encoded, as curl would, and throws its refusal. */
  call<O extends Operation>(operation: O, input: CallOf<O>): Promise<OutputOf<O>>
  get(path: string): Promise<unknown>
  stream(onMessage: (message: ServerMessage) => void): Promise<DemoStream>
}

export interface DemoStream {
  send(message: unknown): void
  close(): void
}

/** Makes a client of the server at `origin`, such as `http://127.0.0.1:8080`. */
export function createDemoClient(origin: string): DemoClient {
  let token: string | null = null
  return {
    origin,
    setToken: (value) => {
      token = value
    },
    call: async (operation, input) => {
      const response = await fetch(`${origin}/api/${operation.path}`, {
        method: 'POST',
        headers: token === null ? {} : { token },
        body: formOf(input),
      })
      const answer = parse(responseEnvelope, await response.json())
      if (answer.code !== 1)
        throw new Error(
          `${operation.path} was refused: ${answer.msg} (${answer.error ?? response.status}, ${JSON.stringify(answer.data)})`,
        )
      return parse(operation.output, answer.data) as OutputOf<typeof operation>
    },
    get: async (path) => (await fetch(`${origin}${path}`)).json(),
    stream: (onMessage) => openStream(`${origin.replace('http', 'ws')}/ws`, onMessage),
  }
}

function formOf(input: unknown): URLSearchParams {
  const form = new URLSearchParams()
  if (typeof input === 'object' && input !== null)
    for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  return form
}

function openStream(url: string, onMessage: (message: ServerMessage) => void): Promise<DemoStream> {
  const socket = new WebSocket(url, socketProtocol)
  socket.addEventListener('message', (event) => {
    onMessage(parse(serverMessage, JSON.parse(String(event.data))))
  })
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => {
      reject(new Error(`no socket at ${url}`))
    })
    socket.addEventListener('open', () => {
      resolve({
        send: (message) => {
          socket.send(JSON.stringify(message))
        },
        close: () => {
          socket.close()
        },
      })
    })
  })
}
