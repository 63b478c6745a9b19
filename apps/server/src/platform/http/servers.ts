/**
 * The servers of the API, with envelopes, documents, the apps' files and the probes. Apart from what modules declare,
 * because processes without a server load modules as well.
 */
export { acceptBacklog } from './connections.ts'
export { addEndedWorker } from './ended-worker.ts'
export { createConsoleServer } from './console-server.ts'
export type { ConsoleServerOptions } from './console-server.ts'
export { createCustomerServer } from './customer-server.ts'
export type { CustomerServerOptions } from './customer-server.ts'
export { drainServer } from './drain.ts'
export { createProbeServer } from './probe-server.ts'
export type { Readiness, ServerOptions } from './open-server.ts'
export { peerAddressReader, peerCountryReader } from './peer-address.ts'
export { readStaticApp } from './static-app.ts'
