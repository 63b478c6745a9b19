/** The public files of the log, and what this browser verifies of them. */
export { readLogFile } from './log-file.ts'
export { passingStates } from './log-check.ts'
export type { ShardCheck } from './log-check.ts'
export { forgetHeads } from './seen-heads.ts'
export { useLogChecks } from './use-log-checks.ts'
export type { CheckedShard, LogChecks } from './use-log-checks.ts'
