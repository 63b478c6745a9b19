import * as z from 'zod/mini'

/** One setting: its sources, its meaning, and its default. Printed by `npm start -- --help`. */
export interface Setting {
  readonly env: string
  readonly flag: string | null
  readonly text: string
  readonly fallback: string
  /** Its value is shown nowhere, not even where it is wrong. */
  readonly isSecret?: true
}

/** Every setting of the server, in the order of the help page. */
export const settings = {
  port: { env: 'CANDOR_PORT', flag: '--port', text: 'Port of the app, the API and the sockets', fallback: '8080' },
  host: {
    env: 'CANDOR_HOST',
    flag: '--host',
    text: 'Address to listen on; 0.0.0.0 lets phones on the local network in',
    fallback: '0.0.0.0',
  },
  data: { env: 'CANDOR_DATA', flag: '--data', text: 'Data folder: database, keys, logs, files', fallback: 'var' },
  feed: {
    env: 'CANDOR_FEED',
    flag: '--feed',
    text: 'Price feed: auto, simulated[:seed] (with a seed anyone can foresee it), replay:PATH[@speed]',
    fallback: 'auto',
  },
  krakenUrl: {
    env: 'CANDOR_KRAKEN_URL',
    flag: null,
    text: 'Live source Kraken (WebSocket v2), or off',
    fallback: 'wss://ws.kraken.com/v2',
  },
  binanceUrl: {
    env: 'CANDOR_BINANCE_URL',
    flag: null,
    text: 'Live source Binance (spot streams), or off',
    fallback: 'wss://data-stream.binance.vision',
  },
  coinbaseUrl: {
    env: 'CANDOR_COINBASE_URL',
    flag: null,
    text: 'Live source Coinbase Exchange, or off',
    fallback: 'wss://ws-feed.exchange.coinbase.com',
  },
  oandaToken: {
    env: 'CANDOR_OANDA_TOKEN',
    flag: null,
    text: 'Token of an OANDA account: forex, and spot or CFD prices of commodities',
    fallback: '',
    isSecret: true,
  },
  oandaAccount: { env: 'CANDOR_OANDA_ACCOUNT', flag: null, text: 'Number of that OANDA account', fallback: '', isSecret: true },
  oandaUrl: {
    env: 'CANDOR_OANDA_URL',
    flag: null,
    text: 'Streaming host of OANDA: practice, or live at https://stream-fxtrade.oanda.com',
    fallback: 'https://stream-fxpractice.oanda.com',
  },
  twelveDataKey: {
    env: 'CANDOR_TWELVE_DATA_KEY',
    flag: null,
    text: 'Key of a Twelve Data account that may stream: forex and spot metals',
    fallback: '',
    isSecret: true,
  },
  twelveDataUrl: {
    env: 'CANDOR_TWELVE_DATA_URL',
    flag: null,
    text: 'Live source Twelve Data',
    fallback: 'wss://ws.twelvedata.com/v1/quotes/price',
  },
  mode: { env: 'CANDOR_MODE', flag: '--mode', text: 'sandbox (play money) or live', fallback: 'sandbox' },
  invite: { env: 'CANDOR_INVITE', flag: null, text: 'Root invitation code; generated and printed if unset', fallback: '' },
  inviteReward: {
    env: 'CANDOR_INVITE_REWARD',
    flag: null,
    text: 'What an inviter gets for each friend who becomes verified, such as "5 USDT"; nothing if unset',
    fallback: '',
  },
  supportKeepDays: { env: 'CANDOR_SUPPORT_KEEP_DAYS', flag: null, text: 'Days for which ended conversations are kept', fallback: '730' },
  databaseUrl: {
    env: 'DATABASE_URL',
    flag: null,
    text: 'PostgreSQL to use as owner of the schemas; embedded PostgreSQL in the data folder if unset',
    fallback: '',
  },
  appDatabaseUrl: {
    env: 'CANDOR_APP_DATABASE_URL',
    flag: null,
    text: 'PostgreSQL as the application role; set by the launcher',
    fallback: '',
  },
  marketDatabaseUrl: {
    env: 'CANDOR_MARKET_DATABASE_URL',
    flag: null,
    text: 'PostgreSQL as the market role; set by the launcher',
    fallback: '',
  },
  watcherDatabaseUrl: {
    env: 'CANDOR_WATCHER_DATABASE_URL',
    flag: null,
    text: 'PostgreSQL as the role of the chain watchers; set by the launcher',
    fallback: '',
  },
  ethRpcUrl: {
    env: 'CANDOR_ETH_RPC_URL',
    flag: null,
    text: 'JSON-RPC of an Ethereum node: ERC20 recharges are seen and credited by themselves',
    fallback: '',
    isSecret: true,
  },
  ethToken: {
    env: 'CANDOR_ETH_TOKEN',
    flag: null,
    text: 'Contract of USDT on Ethereum',
    fallback: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  ethXpub: {
    env: 'CANDOR_ETH_XPUB',
    flag: null,
    text: "Extended public key whose children 0/n are the customers' ERC20 addresses",
    fallback: '',
    // Marked secret in case someone pastes the private key by mistake: it must not appear on the screen.
    isSecret: true,
  },
  ethConfirmations: {
    env: 'CANDOR_ETH_CONFIRMATIONS',
    flag: null,
    text: 'Blocks that customers are told to wait on Ethereum; what counts is the finalized block',
    fallback: '64',
  },
  tronUrl: {
    env: 'CANDOR_TRON_URL',
    flag: null,
    text: 'TronGrid, such as https://api.trongrid.io: TRC20 recharges are seen and credited by themselves',
    fallback: '',
    isSecret: true,
  },
  tronKey: { env: 'CANDOR_TRON_KEY', flag: null, text: 'Key of a TronGrid account', fallback: '', isSecret: true },
  tronToken: {
    env: 'CANDOR_TRON_TOKEN',
    flag: null,
    text: 'Contract of USDT on TRON',
    fallback: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
  tronXpub: {
    env: 'CANDOR_TRON_XPUB',
    flag: null,
    text: "Extended public key whose children 0/n are the customers' TRC20 addresses",
    fallback: '',
    // Marked secret in case someone pastes the private key by mistake: it must not appear on the screen.
    isSecret: true,
  },
  smtpUrl: { env: 'CANDOR_SMTP_URL', flag: null, text: 'SMTP server for mail, as smtp://user:password@host:port', fallback: '' },
  mailFrom: { env: 'CANDOR_MAIL_FROM', flag: null, text: 'Sender of mail', fallback: 'Candor <no-reply@localhost>' },
  appOrigins: {
    env: 'CANDOR_APP_ORIGINS',
    flag: null,
    text: 'Further origins that may call the API from a browser, comma separated',
    fallback: '',
  },
  mapTiles: {
    env: 'CANDOR_MAP_TILES',
    flag: null,
    text: 'Pictures of maps, as https://host/{z}/{x}/{y}.png; outlines if unset',
    fallback: '',
  },
  mapAttribution: { env: 'CANDOR_MAP_ATTRIBUTION', flag: null, text: 'Whom maps name as the source of these pictures', fallback: '' },
  metricsPort: {
    env: 'CANDOR_METRICS_PORT',
    flag: '--metrics-port',
    text: 'Port of /metrics on loopback; 0 takes a free one',
    fallback: '0',
  },
  logLevel: { env: 'CANDOR_LOG_LEVEL', flag: '--log-level', text: 'trace, debug, info, warn, error or silent', fallback: 'info' },
  recordings: {
    env: 'CANDOR_RECORDINGS',
    flag: null,
    text: 'Folder of recorded market data for tests and benchmarks',
    fallback: '../shared/market',
  },
  outboxKey: {
    env: 'CANDOR_OUTBOX_KEY',
    flag: null,
    text: 'Key that opens /sandbox/outbox from other machines; generated and printed if unset',
    fallback: '',
  },
  secret: {
    env: 'CANDOR_SECRET',
    flag: null,
    text: 'Key for challenges and keyed hashes; set by the launcher from the data folder',
    fallback: '',
  },
  vaultKey: {
    env: 'CANDOR_VAULT_KEY',
    flag: null,
    text: 'Key that wraps the keys of stored photos; set by the launcher from the data folder',
    fallback: '',
    isSecret: true,
  },
  pushKey: {
    env: 'CANDOR_PUSH_KEY',
    flag: null,
    text: 'Key that signs notifications (VAPID); set by the launcher from the data folder',
    fallback: '',
    isSecret: true,
  },
  pushOrigins: {
    env: 'CANDOR_PUSH_ORIGINS',
    flag: null,
    text: 'Push services that may be called although they are private or not https, comma separated',
    fallback: '',
  },
  appWorker: {
    env: 'CANDOR_APP_WORKER',
    flag: null,
    text: 'off ends the app’s service worker on every device that comes by',
    fallback: 'on',
  },
  s3Bucket: {
    env: 'CANDOR_S3_BUCKET',
    flag: null,
    text: 'Bucket for photos in an S3-compatible store, as https://host/bucket; the data folder if unset',
    fallback: '',
  },
  s3Region: { env: 'CANDOR_S3_REGION', flag: null, text: 'Region of that bucket', fallback: 'us-east-1' },
  s3KeyId: { env: 'CANDOR_S3_KEY_ID', flag: null, text: 'Access key of that bucket', fallback: '', isSecret: true },
  s3Secret: { env: 'CANDOR_S3_SECRET', flag: null, text: 'Secret of that access key', fallback: '', isSecret: true },
  sandboxReviewer: {
    env: 'CANDOR_SANDBOX_REVIEWER',
    flag: null,
    text: 'off leaves reviews in the sandbox to people; otherwise set by the launcher from the data folder',
    fallback: '',
    isSecret: true,
  },
  trustProxy: {
    env: 'CANDOR_TRUST_PROXY',
    flag: null,
    text: 'Addresses of reverse proxies whose X-Forwarded-For is believed, comma separated',
    fallback: '',
  },
} as const satisfies Record<string, Setting>

const portText = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535, 'must be a number from 0 to 65535'))),
)
const listText = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)

/** The address of a live source that is switched off. */
export const sourceOff = 'off'
const socketUrl = z.string().check(z.regex(/^(off|wss?:\/\/\S+)$/, 'must begin with wss:// or ws://, or be off'))

const streamUrl = z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/, 'must begin with https:// or http://'))
const keyText = z.string().check(z.regex(/^[\x21-\x7e]{0,200}$/, 'must be letters, digits and signs without a space'))
/** The URL of a chain's node; its path may contain a key. */
const nodeUrl = z.string().check(z.regex(/^(https?:\/\/\S+)?$/, 'must begin with https:// or http://'))
const tilesPattern = /^(https?:\/\/[\w.-]+(:\d{1,5})?\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s;,]*)?$/
const tilesUrl = z.string().check(z.regex(tilesPattern, 'must be an address with {z}, {x} and {y}'))
const xpubText = z.string().check(z.regex(/^(xpub[1-9A-HJ-NP-Za-km-z]{107})?$/, 'must be an extended public key (xpub…)'))

/** Below the ledger's limit of 1,000. */
const rewardText = z
  .string()
  .check(z.regex(/^((0|[1-9]\d{0,2})(\.\d{1,6})? (USD|USDT))?$/, 'must be an amount below 1,000 and USD or USDT, such as "5 USDT"'))

const keptDays = z
  .pipe(z.string(), z.transform(Number))
  .check(z.refine((days) => Number.isInteger(days) && days >= 30 && days <= 3_650, 'must be a number of days from 30 to 3650'))

const configSchema = z.object({
  port: portText,
  host: z.string().check(z.minLength(1)),
  data: z.string().check(z.minLength(1)),
  feed: z
    .string()
    .check(z.regex(/^(auto|simulated(:[\w-]+)?|replay:[^@]+(@\d+(\.\d+)?)?)$/, 'must be auto, simulated[:seed] or replay:PATH[@speed]')),
  krakenUrl: socketUrl,
  binanceUrl: socketUrl,
  coinbaseUrl: socketUrl,
  oandaToken: keyText,
  oandaAccount: keyText,
  oandaUrl: streamUrl,
  twelveDataKey: keyText,
  twelveDataUrl: z.string().check(z.regex(/^wss?:\/\/[^\s?#]+$/, 'must begin with wss:// or ws://')),
  mode: z.enum(['sandbox', 'live'], 'must be sandbox or live'),
  invite: z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/, 'must be up to 32 letters and digits')),
  inviteReward: rewardText,
  supportKeepDays: keptDays,
  databaseUrl: z.string(),
  appDatabaseUrl: z.string(),
  marketDatabaseUrl: z.string(),
  watcherDatabaseUrl: z.string(),
  ethRpcUrl: nodeUrl,
  ethToken: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')),
  ethXpub: xpubText,
  ethConfirmations: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')), z.transform(Number)),
  tronUrl: nodeUrl,
  tronKey: keyText,
  tronToken: z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'must be a TRON address')),
  tronXpub: xpubText,
  smtpUrl: z.string(),
  mailFrom: z.string(),
  appOrigins: listText,
  mapTiles: tilesUrl,
  mapAttribution: z.string().check(z.maxLength(200, 'must have at most 200 characters')),
  metricsPort: portText,
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
  recordings: z.string(),
  outboxKey: z.string(),
  secret: z.string(),
  vaultKey: keyText,
  pushKey: z.string().check(z.regex(/^([\w-]{43})?$/, 'must be 32 bytes as base64url')),
  pushOrigins: listText,
  appWorker: z.enum(['on', 'off'], 'must be on or off'),
  s3Bucket: z.union([z.literal(''), streamUrl], 'must be the address of a bucket, as https://host/bucket'),
  s3Region: keyText,
  s3KeyId: keyText,
  s3Secret: keyText,
  sandboxReviewer: keyText,
  trustProxy: listText,
})

export type Config = z.output<typeof configSchema>

/** An invalid setting, described in one sentence for the person who set it. */
export class ConfigError extends Error {}

/**
 * Parses settings from the environment and the command line (which wins), once. Throws ConfigError, one sentence per
 * error, for an unknown flag or an invalid value.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>, flags: readonly string[] = []): Config {
  const fromFlags = parseFlags(flags)
  const raw = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, fromFlags.get(name) ?? (environment[setting.env] || setting.fallback)]),
  )
  const parsed = configSchema.safeParse(raw)
  if (parsed.success) return completeOrRefuse(parsed.data)
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    const setting: Setting | undefined = Object.entries(settings).find(([key]) => key === name)?.[1]
    const shown = setting?.isSecret === true ? '' : ` (it is “${String(raw[name])}”)`
    return `${setting?.flag ?? setting?.env ?? name} ${issue.message}${shown}.`
  })
  throw new ConfigError(faults.join('\n'))
}

function completeOrRefuse(config: Config): Config {
  for (const [one, other] of setTogether)
    if ((config[one] === '') !== (config[other] === ''))
      throw new ConfigError(`${settings[one].env} and ${settings[other].env} must be set together.`)
  return config
}

const setTogether = [
  ['oandaToken', 'oandaAccount'],
  ['ethRpcUrl', 'ethXpub'],
  ['tronUrl', 'tronXpub'],
  ['s3Bucket', 's3KeyId'],
  ['s3KeyId', 's3Secret'],
  ['mapTiles', 'mapAttribution'],
] as const

function parseFlags(flags: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (let index = 0; index < flags.length; index += 1) {
    const [flag = '', inline] = (flags[index] ?? '').split(/=(.*)/s)
    const name = Object.entries(settings).find(([, setting]) => setting.flag === flag)?.[0]
    if (name === undefined) throw new ConfigError(`${flag} is not a setting; --help lists them.`)
    const value = inline ?? flags[index + 1]
    if (value === undefined) throw new ConfigError(`${flag} needs a value.`)
    if (inline === undefined) index += 1
    values.set(name, value)
  }
  return values
}

/** Parses the settings of this process. Nothing else reads the environment. */
export function readConfig(): Config {
  return parseConfig(process.env, process.argv.slice(2))
}

/** The folder of recordings, for tests and trials, whose command line belongs to their runner. */
export function readRecordingsFolder(): string {
  return parseConfig({ [settings.recordings.env]: process.env[settings.recordings.env] }).recordings
}
