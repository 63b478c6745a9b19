/** The settings of a process, parsed once from the environment and the command line. */
export { ConfigError, parseConfig, readConfig, readRecordingsFolder } from './config.ts'
export { helpText } from './help-text.ts'
export { checkMode, liveModeGaps } from './live-mode.ts'
export type { Config } from './config.ts'
export { sourceOff } from './setting-values.ts'
export { settings } from './settings.ts'
export type { Setting } from './settings.ts'
