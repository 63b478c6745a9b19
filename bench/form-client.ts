import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** Posts forms sequentially over one connection, with minimal client work per call. */
export interface FormClient {
  /** Returns the body. Throws when the connection ends. */
  post(path: string, form: string, token: string): Promise<string>
  close(): void
}

interface Waiting {
  readonly resolve: (body: string) => void
  readonly reject: (fault: Error) => void
}

/** Connects to a server on this machine, from an address of this machine. */
export async function openFormClient(port: number, localAddress = '127.0.0.1'): Promise<FormClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setNoDelay(true)
  let waiting: Waiting | null = null
  readAnswers(socket, (body) => {
    const done = waiting
    waiting = null
    done?.resolve(body)
  })
  socket.on('error', (fault) => waiting?.reject(fault))
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')))
  return {
    post: (path, form, token) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'))
        waiting = { resolve, reject }
        return socket.write(
          `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ntoken: ${token}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
            `content-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
        )
      }),
    close: () => socket.destroy(),
  }
}

/** Splits responses by their content length, the only framing that our servers use here. */
function readAnswers(socket: Socket, onBody: (body: string) => void): void {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0)
      const end = headEnd + 4 + length
      if (text.length < end) return
      const body = text.slice(headEnd + 4, end)
      text = text.slice(end)
      onBody(body)
    }
  })
}
