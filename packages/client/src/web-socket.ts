/** The part of a WebSocket that a connection uses. */
export interface SocketPort {
  send(text: string): void
  close(): void
}

export interface SocketEvents {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onClose: (code: number, reason?: string) => void
}

/** Returns a function that opens the browser's WebSocket for a connection. */
export function webSocketOpener(url: string, protocol: string): (events: SocketEvents) => SocketPort {
  return ({ onOpen, onText, onClose }) => {
    const socket = new WebSocket(url, protocol)
    socket.onopen = onOpen
    socket.onclose = ({ code, reason }) => onClose(code, reason)
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') onText(data)
    }
    return {
      send: (text) => socket.send(text),
      close: () => {
        // The browser logs an error for a socket closed before it is open.
        if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
        else socket.close()
      },
    }
  }
}
