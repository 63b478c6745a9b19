import * as z from 'zod/mini'

/** Valid values of settings. Messages continue a sentence that begins with the setting's name. */

export const portText = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535, 'must be a number from 0 to 65535'))),
)

/** A port, or null where none is set. */
export const portOrNone = z.union(
  [
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    portText,
  ],
  'must be a number from 0 to 65535',
)

/** A list separated by commas. */
export const listText = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)

/** Host names separated by commas, in lower case. */
export const hostNames = z.pipe(
  z.string().check(
    z.regex(/^[a-z\d., -]*$/i, 'must be host names without ports, separated by commas'),
    z.overwrite((text) => text.toLowerCase()),
  ),
  listText,
)

const feedPattern = /^(auto|live|simulated(:[\w-]+)?|replay:[^@]+(@\d+(\.\d+)?)?)$/
export const feedText = z
  .string()
  .check(z.regex(feedPattern, 'must be auto, live, simulated[:seed] or replay:PATH[@speed]'))

/** A share of a whole. */
export const shareText = z.pipe(
  z.string().check(z.regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/, 'must be a number from 0 to 1')),
  z.transform(Number),
)

/** How late a standby may be; charts are complete up to a minute. */
export const lagMs = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{2,3}$/, 'must be a number from 100 to 9999')),
  z.transform(Number),
)

/** A short text that the app shows. */
export const shownText = z.string().check(z.maxLength(200, 'must have at most 200 characters'))

/** Countries by two letters (ISO 3166-1), separated by commas, in upper case. */
export const countryCodes = z.pipe(
  z.string().check(
    z.overwrite((text) => text.toUpperCase()),
    z.regex(/^( *[A-Z]{2} *(,|$))*$/, 'must be countries by their two letters, separated by commas'),
  ),
  listText,
)

/** The name of a header, in lower case. */
export const headerName = z.string().check(
  z.overwrite((text) => text.toLowerCase()),
  z.regex(/^[a-z\d-]{0,100}$/, 'must be the name of a header'),
)

/** The address of a live source that is switched off. */
export const sourceOff = 'off'
export const socketUrl = z.string().check(z.regex(/^(off|wss?:\/\/\S+)$/, 'must begin with wss:// or ws://, or be off'))

export const streamUrl = z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/, 'must begin with https:// or http://'))

export const keyText = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{0,200}$/, 'must be letters, digits and signs without a space'))

/** A key of at least 32 characters, or where it is read. */
export const kekText = z
  .string()
  .check(z.regex(/^((file|command):.+|.{32,})?$/s, 'must be at least 32 characters, file:PATH or command:COMMAND'))

/** A private key of 32 bytes. */
export const signingKey = z.string().check(z.regex(/^([\w-]{43})?$/, 'must be 32 bytes as base64url'))

/** A host name as an origin of a log begins with it. */
export const originName = z.string().check(z.regex(/^[a-z\d.-]{0,100}$/, 'must be a host name in lower case'))

/** The URL of a chain's node; its path may contain a key. */
export const nodeUrl = z.string().check(z.regex(/^(https?:\/\/\S+)?$/, 'must begin with https:// or http://'))

const tilesPattern = /^(https?:\/\/[\w.-]+(:\d{1,5})?\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s;,]*)?$/
export const tilesUrl = z.string().check(z.regex(tilesPattern, 'must be an address with {z}, {x} and {y}'))

export const xpubText = z
  .string()
  .check(z.regex(/^(xpub[1-9A-HJ-NP-Za-km-z]{107})?$/, 'must be an extended public key (xpub…)'))

const rewardPattern = /^((0|[1-9]\d{0,2})(\.\d{1,6})? (USD|USDT))?$/
/** Below the ledger's limit of 1,000. */
export const rewardText = z
  .string()
  .check(z.regex(rewardPattern, 'must be an amount below 1,000 and USD or USDT, such as "5 USDT"'))

export const keptDays = z
  .pipe(z.string(), z.transform(Number))
  .check(
    z.refine(
      (days) => Number.isInteger(days) && days >= 30 && days <= 3_650,
      'must be a number of days from 30 to 3650',
    ),
  )

export const confirmations = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')),
  z.transform(Number),
)

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
