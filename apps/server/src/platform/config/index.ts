/** The settings of a process, parsed once from the environment and the command line. */
export { ConfigError, helpText, parseConfig, roleNames, settings } from './config.ts'
export type { Config, RoleName, Setting } from './config.ts'
