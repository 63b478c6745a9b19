/**
 * The acceptances that come with purchases, kept and verified on this device, and the keys that it trusts. Without
 * texts:
 * the sheet that buys carries it.
 */
export { acceptanceArrived, useAcceptanceVerdict } from './acceptance-query.ts'
export { keyFileQuery } from './key-file-query.ts'
export { acceptanceOf } from './kept-acceptances.ts'
export { knownKeys } from './known-keys.ts'
export { publicOrigin } from './public-files.ts'
