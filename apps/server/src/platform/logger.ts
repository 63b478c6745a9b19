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

/** Lines that cannot be written are kept up to so many characters, and later ones dropped. */
const keptCharacters = 1_000_000

/**
 * Creates a process's structured logger, on standard output unless a sink is given. Secrets are censored up to two
 * levels deep.
 */
export function createLogger(options: { level: string; role: string }, sink?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: { role: options.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  }
  return pino(settings, sink ?? standardOutput())
}

/**
 * Standard output, which is a file of the data folder. While its disk is full, lines wait in memory: pino by itself
 * would throw, and then wait in `flushSync` until there is room, which stops the whole process.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: keptCharacters })
  stream.on('error', () => undefined)
  return { write: (line) => void stream.write(line) }
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
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const errorCode = 'code' in error ? String(error.code) : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, message: error.message, errorCode, stack: error.stack, cause }
}
