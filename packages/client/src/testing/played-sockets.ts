import type { SocketEvents, SocketPort } from '../web-socket.ts'

interface PlayedSocket {
  readonly events: SocketEvents
  readonly sent: unknown[]
  isClosed: boolean
}

/** Opens sockets whose server is played by the test, and keeps each. */
export function playedSockets() {
  const sockets: PlayedSocket[] = []
  const newest = () => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no socket was opened')
    return socket
  }
  return {
    sockets,
    newest,
    /** Gives the newest socket a message of the server. */
    say: (message: unknown) => newest().events.onText(JSON.stringify(message)),
    open: (events: SocketEvents): SocketPort => {
      const socket: PlayedSocket = { events, sent: [], isClosed: false }
      sockets.push(socket)
      return {
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true
        },
      }
    },
  }
}
