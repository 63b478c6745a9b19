/**
 * The settings of a process, parsed once from the environment and the command line. `live-mode.ts` and
 * `witness-policy.ts` are imported by their names: they load the code of proofs, which few processes need.
 */
export { ConfigError, parseConfig, readConfig, readRecordingsFolder } from './config.ts'
export { helpText } from './help-text.ts'
export type { Config } from './config.ts'
export { serverPartsOf } from './process-settings.ts'
export type { ServerPart } from './process-settings.ts'
export { environmentOf } from './role-settings.ts'
export type { ProcessRole } from './role-settings.ts'
export { sourceOff } from './setting-values.ts'
export { settings } from './settings.ts'
export type { Setting } from './settings.ts'
