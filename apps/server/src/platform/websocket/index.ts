/** Sockets: accepting them, their limits and heartbeats, and bytes that are framed once for many. */
export { floodGate } from './flood-gate.ts'
export { attachSocketServer } from './socket-server.ts'
export type { SocketConnection, SocketEndpoint, SocketHandler, SocketServerOptions } from './socket-server.ts'
export { textFrame } from './text-frame.ts'
