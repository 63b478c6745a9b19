import * as z from 'zod/mini'
import { logSettings } from './log-settings.ts'
import { processSettings } from './process-settings.ts'
import {
  confirmations,
  countryCodes,
  feedText,
  headerName,
  hostNames,
  kekText,
  keptDays,
  keyText,
  listText,
  logLevels,
  nodeUrl,
  portOrNone,
  portText,
  rewardText,
  shownText,
  signingKey,
  socketUrl,
  streamUrl,
  tilesUrl,
  xpubText,
} from './setting-values.ts'

/** One setting: its sources, its meaning, its default and its valid values. Printed by `npm start -- --help`. */
export interface Setting {
  readonly env: string
  readonly flag?: string
  readonly text: string
  /** The value when unset; the empty text where it is omitted. */
  readonly fallback?: string
  readonly value: z.core.$ZodType<unknown, string>
  /** The value is never shown, not even in an error message. */
  readonly isSecret?: true
}

/** Every setting of the server, in the order of the help page. */
export const settings = {
  port: {
    env: 'CANDOR_PORT',
    flag: '--port',
    text: 'Port of the app, the API and the sockets',
    fallback: '8080',
    value: portText,
  },
  host: {
    env: 'CANDOR_HOST',
    flag: '--host',
    text: 'Address to listen on; 0.0.0.0 lets phones on the local network in',
    fallback: '0.0.0.0',
    value: z.string().check(z.minLength(1)),
  },
  allowedHosts: {
    env: 'CANDOR_ALLOWED_HOSTS',
    text: 'Host names of the app, comma separated, each with its api. and kefu.; any name if unset',
    value: hostNames,
  },
  tls: {
    env: 'CANDOR_TLS',
    text: 'on where a proxy in front speaks TLS with every browser: HSTS, secure cookies, no plain addresses',
    fallback: 'off',
    value: z.enum(['on', 'off'], 'must be on or off'),
  },
  consolePort: {
    env: 'CANDOR_CONSOLE_PORT',
    flag: '--console-port',
    text: 'Port of the operators’ console and its API; the one after --port if unset, 0 takes a free one',
    value: portOrNone,
  },
  consoleHost: {
    env: 'CANDOR_CONSOLE_HOST',
    flag: '--console-host',
    text: 'Address on which the console listens; on loopback only this machine and its proxy reach it',
    fallback: '127.0.0.1',
    value: z.string().check(z.minLength(1)),
  },
  consoleAllowedHosts: {
    env: 'CANDOR_CONSOLE_ALLOWED_HOSTS',
    text: 'Host names of the console besides localhost and IP addresses, comma separated',
    value: hostNames,
  },
  data: {
    env: 'CANDOR_DATA',
    flag: '--data',
    text: 'Data folder: database, keys, logs, files',
    fallback: 'var',
    value: z.string().check(z.minLength(1)),
  },
  feed: {
    env: 'CANDOR_FEED',
    flag: '--feed',
    text: 'Price feed: auto, live (never simulated), simulated[:seed] (with a seed anyone can foresee it), replay:PATH[@speed]',
    fallback: 'auto',
    value: feedText,
  },
  krakenUrl: {
    env: 'CANDOR_KRAKEN_URL',
    text: 'Live source Kraken (WebSocket v2), or off',
    fallback: 'wss://ws.kraken.com/v2',
    value: socketUrl,
  },
  binanceUrl: {
    env: 'CANDOR_BINANCE_URL',
    text: 'Live source Binance (spot streams), or off',
    fallback: 'wss://data-stream.binance.vision',
    value: socketUrl,
  },
  coinbaseUrl: {
    env: 'CANDOR_COINBASE_URL',
    text: 'Live source Coinbase Exchange, or off',
    fallback: 'wss://ws-feed.exchange.coinbase.com',
    value: socketUrl,
  },
  oandaToken: {
    env: 'CANDOR_OANDA_TOKEN',
    text: 'Token of an OANDA account: forex, and spot or CFD prices of commodities',
    value: keyText,
    isSecret: true,
  },
  oandaAccount: { env: 'CANDOR_OANDA_ACCOUNT', text: 'Number of that OANDA account', value: keyText, isSecret: true },
  oandaUrl: {
    env: 'CANDOR_OANDA_URL',
    text: 'Streaming host of OANDA: practice, or live at https://stream-fxtrade.oanda.com',
    fallback: 'https://stream-fxpractice.oanda.com',
    value: streamUrl,
  },
  twelveDataKey: {
    env: 'CANDOR_TWELVE_DATA_KEY',
    text: 'Key of a Twelve Data account that may stream: forex and spot metals',
    value: keyText,
    isSecret: true,
  },
  twelveDataUrl: {
    env: 'CANDOR_TWELVE_DATA_URL',
    text: 'Live source Twelve Data',
    fallback: 'wss://ws.twelvedata.com/v1/quotes/price',
    value: z.string().check(z.regex(/^wss?:\/\/[^\s?#]+$/, 'must begin with wss:// or ws://')),
  },
  mode: {
    env: 'CANDOR_MODE',
    flag: '--mode',
    text: 'sandbox (play money) or live',
    fallback: 'sandbox',
    value: z.enum(['sandbox', 'live'], 'must be sandbox or live'),
  },
  operatorName: {
    env: 'CANDOR_OPERATOR_NAME',
    text: 'Legal name of the operator, which the app shows',
    value: shownText,
  },
  operatorLicence: {
    env: 'CANDOR_OPERATOR_LICENCE',
    text: "Number of the operator's licence, with its authority, which the app shows",
    value: shownText,
  },
  countries: {
    env: 'CANDOR_COUNTRIES',
    text: 'Countries whose customers may verify, recharge and trade, as AT,DE; live: nobody if unset, sandbox: all',
    value: countryCodes,
  },
  countryHeader: {
    env: 'CANDOR_COUNTRY_HEADER',
    text: "Header in which a proxy of CANDOR_TRUST_PROXY names the country of the caller's address, as CF-IPCountry",
    value: headerName,
  },
  invite: {
    env: 'CANDOR_INVITE',
    text: 'Root invitation code; generated and printed if unset',
    value: z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/, 'must be up to 32 letters and digits')),
  },
  passwordLength: {
    env: 'CANDOR_PASSWORD_LENGTH',
    text: "Characters of customers' login passwords: 6-16, or 8-64, which live mode should use",
    fallback: '6-16',
    value: z.enum(['6-16', '8-64'], 'must be 6-16 or 8-64'),
  },
  inviteReward: {
    env: 'CANDOR_INVITE_REWARD',
    text: 'What an inviter gets for each friend who becomes verified, such as "5 USDT"; nothing if unset',
    value: rewardText,
  },
  supportKeepDays: {
    env: 'CANDOR_SUPPORT_KEEP_DAYS',
    text: 'Days for which ended conversations are kept',
    fallback: '730',
    value: keptDays,
  },
  ...processSettings,
  appDatabaseUrl: {
    env: 'CANDOR_APP_DATABASE_URL',
    text: 'PostgreSQL as the application role; set by the launcher',
    value: z.string(),
    isSecret: true,
  },
  marketDatabaseUrl: {
    env: 'CANDOR_MARKET_DATABASE_URL',
    text: 'PostgreSQL as the market role; set by the launcher',
    value: z.string(),
    isSecret: true,
  },
  watcherDatabaseUrl: {
    env: 'CANDOR_WATCHER_DATABASE_URL',
    text: 'PostgreSQL as the role of the chain watchers; set by the launcher',
    value: z.string(),
    isSecret: true,
  },
  verifierDatabaseUrl: {
    env: 'CANDOR_VERIFIER_DATABASE_URL',
    text: 'PostgreSQL as the role of the verifier; set by the launcher',
    value: z.string(),
  },
  ...logSettings,
  ethRpcUrl: {
    env: 'CANDOR_ETH_RPC_URL',
    text: 'JSON-RPC of an Ethereum node: ERC20 recharges are seen and credited by themselves',
    value: nodeUrl,
    isSecret: true,
  },
  ethToken: {
    env: 'CANDOR_ETH_TOKEN',
    text: 'Contract of USDT on Ethereum',
    fallback: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    value: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')),
  },
  ethXpub: {
    env: 'CANDOR_ETH_XPUB',
    text: "Extended public key whose children 0/n are the customers' ERC20 addresses",
    value: xpubText,
    // Secret in case the private key is pasted by mistake: it must not appear on the screen.
    isSecret: true,
  },
  ethConfirmations: {
    env: 'CANDOR_ETH_CONFIRMATIONS',
    text: 'Confirmations that customers see for Ethereum; the finalized block decides',
    fallback: '64',
    value: confirmations,
  },
  tronUrl: {
    env: 'CANDOR_TRON_URL',
    text: 'TronGrid, such as https://api.trongrid.io: TRC20 recharges are seen and credited by themselves',
    value: nodeUrl,
    isSecret: true,
  },
  tronKey: { env: 'CANDOR_TRON_KEY', text: 'Key of a TronGrid account', value: keyText, isSecret: true },
  tronToken: {
    env: 'CANDOR_TRON_TOKEN',
    text: 'Contract of USDT on TRON',
    fallback: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    value: z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'must be a TRON address')),
  },
  tronXpub: {
    env: 'CANDOR_TRON_XPUB',
    text: "Extended public key whose children 0/n are the customers' TRC20 addresses",
    value: xpubText,
    // Secret in case the private key is pasted by mistake: it must not appear on the screen.
    isSecret: true,
  },
  smtpUrl: {
    env: 'CANDOR_SMTP_URL',
    text: 'SMTP server for mail, as smtp://user:password@host:port',
    value: z.string(),
    isSecret: true,
  },
  mailFrom: {
    env: 'CANDOR_MAIL_FROM',
    text: 'Sender of mail',
    fallback: 'Candor <no-reply@localhost>',
    value: z.string(),
  },
  appOrigins: {
    env: 'CANDOR_APP_ORIGINS',
    text: 'Further origins that may call the API from a browser, comma separated',
    value: listText,
  },
  consoleOrigins: {
    env: 'CANDOR_CONSOLE_ORIGINS',
    text: "Origins of the console where operators' passkeys are made and used; http://localhost:CONSOLE_PORT if unset",
    value: listText,
  },
  mapTiles: {
    env: 'CANDOR_MAP_TILES',
    text: 'Pictures of maps, as https://host/{z}/{x}/{y}.png; outlines if unset',
    value: tilesUrl,
  },
  mapAttribution: {
    env: 'CANDOR_MAP_ATTRIBUTION',
    text: 'Whom maps name as the source of these pictures',
    value: z.string().check(z.maxLength(200, 'must have at most 200 characters')),
  },
  metricsPort: {
    env: 'CANDOR_METRICS_PORT',
    flag: '--metrics-port',
    text: 'Port of /metrics; 0 takes a free one',
    fallback: '0',
    value: portText,
  },
  metricsHost: {
    env: 'CANDOR_METRICS_HOST',
    text: 'Address on which /metrics listens; on loopback only this machine reaches it',
    fallback: '127.0.0.1',
    value: z.string().check(z.minLength(1)),
  },
  logLevel: {
    env: 'CANDOR_LOG_LEVEL',
    flag: '--log-level',
    text: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
    value: z.enum(logLevels, 'must be trace, debug, info, warn, error or silent'),
  },
  recordings: {
    env: 'CANDOR_RECORDINGS',
    text: 'Folder of recorded market data for tests and benchmarks',
    fallback: '../shared/market',
    value: z.string(),
  },
  kek: {
    env: 'CANDOR_KEK',
    text: 'Key that encrypts the keys in the data folder: the key, file:PATH, or command:COMMAND that prints it',
    value: kekText,
    isSecret: true,
  },
  formerKek: {
    env: 'CANDOR_FORMER_KEK',
    text: 'The key from before: what it opens is stored again under CANDOR_KEK',
    value: kekText,
    isSecret: true,
  },
  backupKey: {
    env: 'CANDOR_BACKUP_KEY',
    text: 'Key that encrypts backups: the key, file:PATH, or command:COMMAND; keep it on no machine of Candor',
    value: kekText,
    isSecret: true,
  },
  outboxKey: {
    env: 'CANDOR_OUTBOX_KEY',
    text: 'Key that opens /sandbox/outbox; generated, and printed in its link, if unset',
    value: z.string(),
    isSecret: true,
  },
  secret: {
    env: 'CANDOR_SECRET',
    text: 'Key for challenges and keyed hashes; set by the launcher from the data folder',
    value: z.string(),
    isSecret: true,
  },
  formerSecrets: {
    env: 'CANDOR_FORMER_SECRETS',
    text: 'Earlier keys of that kind, comma separated; they only verify. Set by the launcher from the data folder',
    value: listText,
    isSecret: true,
  },
  vaultKey: {
    env: 'CANDOR_VAULT_KEY',
    text: 'Key that wraps the keys of stored photos; set by the launcher from the data folder',
    value: keyText,
    isSecret: true,
  },
  pushKey: {
    env: 'CANDOR_PUSH_KEY',
    text: 'Key that signs notifications (VAPID); set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
  pushOrigins: {
    env: 'CANDOR_PUSH_ORIGINS',
    text: 'Push services that may be called although they are private or not https, comma separated',
    value: listText,
  },
  appWorker: {
    env: 'CANDOR_APP_WORKER',
    text: 'off ends the app’s service worker on every device that comes by',
    fallback: 'on',
    value: z.enum(['on', 'off'], 'must be on or off'),
  },
  s3Bucket: {
    env: 'CANDOR_S3_BUCKET',
    text: 'Bucket for photos in an S3-compatible store, as https://host/bucket; the data folder if unset',
    value: z.union([z.literal(''), streamUrl], 'must be the address of a bucket, as https://host/bucket'),
  },
  s3Region: { env: 'CANDOR_S3_REGION', text: 'Region of that bucket', fallback: 'us-east-1', value: keyText },
  s3KeyId: { env: 'CANDOR_S3_KEY_ID', text: 'Access key of that bucket', value: keyText, isSecret: true },
  s3Secret: { env: 'CANDOR_S3_SECRET', text: 'Secret of that access key', value: keyText, isSecret: true },
  sandboxReviewer: {
    env: 'CANDOR_SANDBOX_REVIEWER',
    text: 'off leaves reviews in the sandbox to people; otherwise set by the launcher from the data folder',
    value: keyText,
    isSecret: true,
  },
  trustProxy: {
    env: 'CANDOR_TRUST_PROXY',
    text: 'Addresses of reverse proxies whose X-Forwarded-For is believed, comma separated',
    value: listText,
  },
} as const satisfies Record<string, Setting>
