/** The house's conduct in public figures: what contracts came to, what went wrong, and the rules that are published. */
export { startAcceptanceWatch } from './acceptance-watch.ts'
export type { AcceptanceWatch } from './acceptance-watch.ts'
export { conductOperatorRoutes } from './conduct-operator-routes.ts'
export { conductRoutes } from './conduct-routes.ts'
export { createConductService } from './conduct-service.ts'
export { startConductWatch } from './conduct-watch.ts'
export { seedRules } from './rule-files.ts'
