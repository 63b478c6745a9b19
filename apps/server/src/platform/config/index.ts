/** The settings of a process, parsed once from the environment and the command line. */
export { ConfigError, parseConfig, readConfig, readRecordingsFolder, settings, sourceOff } from './config.ts'
export { helpText } from './help-text.ts'
export { checkMode, liveModeGaps } from './live-mode.ts'
export type { Config, Setting } from './config.ts'
