/** Sockets: accepting them, their limits and heartbeats, and frames serialised once for many receivers. */
export { floodGate } from './flood-gate.ts'
export { attachSocketServer } from './socket-server.ts'
export type { SocketConnection, SocketEndpoint, SocketHandler, SocketServerOptions } from './socket-server.ts'
export { textFrame } from './text-frame.ts'
