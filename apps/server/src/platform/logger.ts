import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger } from 'pino'

/** Names of fields that must never reach a log, at any depth of an object. */
export const secretFields = [
  'token',
  'loginPassword',
  'loginPassword2',
  'oldPassword',
  'paymentPassword',
  'password',
  'newPassword',
  'totp',
  'secret',
  'code',
  'captcha',
  'altcha',
  'databaseUrl',
  'smtpUrl',
  'oandaToken',
  'oandaAccount',
  'twelveDataKey',
  'authorization',
  'cookie',
] as const

/**
 * Creates a process's structured logger, on standard output unless a sink is given. Secrets are censored up to two
 * levels deep.
 */
export function createLogger(options: { level: string; role: string }, sink?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: { role: options.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeFault },
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  }
  return sink === undefined ? pino(settings) : pino(settings, sink)
}

/**
 * A logger for lines with a few known fields, none of them secret: it does not search them. Searching would cost more
 * than the rest of a call.
 */
export function knownFieldsLogger(logger: Logger): Logger {
  return logger.child({}, { redact: [] })
}

/**
 * The loggable part of an error. A database error's `detail`, `where` and `parameters` quote rows, so they are omitted;
 * its code is renamed, because fields called `code` are censored.
 */
function describeFault(fault: unknown): unknown {
  if (!(fault instanceof Error)) return String(fault)
  const faultCode = 'code' in fault ? String(fault.code) : undefined
  const cause = fault.cause === undefined ? undefined : describeFault(fault.cause)
  return { type: fault.name, message: fault.message, faultCode, stack: fault.stack, cause }
}
