/** The settings of a process, parsed once from the environment and the command line. */
export { ConfigError, helpText, parseConfig, readConfig, settings } from './config.ts'
export type { Config, Setting } from './config.ts'
