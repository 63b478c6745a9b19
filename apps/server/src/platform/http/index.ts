/** The HTTP side of the wire contract: routes, gates, envelopes, documents, the app's files and the probes. */
export { createHttpServer } from './server.ts'
export type { HttpOptions } from './server.ts'
export { hostKind, isOriginAllowed } from './origin.ts'
export type { OriginRules } from './origin.ts'
export { publicRoute, route } from './route.ts'
export type { Call, LoginCall, Route } from './route.ts'
export { readStaticApp } from './static-app.ts'
export type { Principal } from '../principal.ts'
