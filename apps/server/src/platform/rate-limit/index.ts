/** Limits on how often a network or a customer may call. */
export { chatPaths, createAdmission, defaultCallLimits, documentsPath, socketAuthPath } from './admission.ts'
export type { Admission, CallLimits } from './admission.ts'
export { createCrowd } from './crowd.ts'
export { createNetworkCrowd, createNetworkRateLimit } from './network-limits.ts'
export { networkOf, networksOf, siteOf } from './network.ts'
export { createRateLimit } from './rate-limit.ts'
