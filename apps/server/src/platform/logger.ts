import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger } from 'pino'

/** Names of fields that must never reach a log, wherever they stand in an object. */
export const secretFields = [
  'token',
  'loginPassword',
  'loginPassword2',
  'oldPassword',
  'paymentPassword',
  'password',
  'code',
  'captcha',
  'altcha',
  'databaseUrl',
  'smtpUrl',
  'authorization',
  'cookie',
] as const

/** Makes the structured logger of a process. Secrets are censored one and two levels deep. */
export function createLogger(options: { level: string; role: string }): Logger {
  return pino({
    level: options.level,
    base: { role: options.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  })
}
