import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import { hasIndependentWitness } from './witness-policy.ts'

type LiveSettings = Pick<
  Config,
  'smtpUrl' | 'allowedHosts' | 'tls' | 'consoleOrigins' | 'passwordLength' | 'witnesses' | 'data'
>

/**
 * The unmet requirements of `live` mode, one sentence each. Most requirements have no setting yet, so live mode cannot
 * start today: with real money a gap must never be overlooked.
 */
export function liveModeGaps(config: Omit<LiveSettings, 'passwordLength'>): string[] {
  return [
    'The legal name of the operator is missing.',
    'The licence number of the operator is missing.',
    'The list of jurisdictions that may be served is missing.',
    'Prices may still come from a simulation.',
    'Not every category of instruments has two sources of prices.',
    ...(hasIndependentWitness(config)
      ? []
      : ['No witness at an address elsewhere is listed to sign the log of prices (CANDOR_WITNESSES).']),
    ...(config.smtpUrl === '' ? ['No SMTP server is set (CANDOR_SMTP_URL).'] : []),
    ...(config.allowedHosts.length === 0 ? ['No host names of the app are listed (CANDOR_ALLOWED_HOSTS).'] : []),
    ...(config.tls === 'off' ? ['No proxy is said to speak TLS (CANDOR_TLS).'] : []),
    ...(config.consoleOrigins.length === 0
      ? ['No address of the console is listed, for which passkeys sign (CANDOR_CONSOLE_ORIGINS).']
      : []),
    'The key of the object storage is missing.',
    'The key that encrypts the other keys (KEK) is missing.',
  ]
}

/** What `live` mode can do without and should not, one sentence each; named beside the gaps. */
export function liveModeAdvice(config: Pick<LiveSettings, 'passwordLength'>): string[] {
  return config.passwordLength === '8-64'
    ? []
    : ['Recommended: passwords of 8 to 64 characters (CANDOR_PASSWORD_LENGTH=8-64).']
}

/** Refuses the mode `live` while anything that it needs is missing. Throws ConfigError. */
export function checkMode(config: LiveSettings & Pick<Config, 'mode'>): void {
  const gaps = config.mode === 'live' ? liveModeGaps(config) : []
  if (gaps.length === 0) return
  throw new ConfigError(['Candor does not start in live mode yet:', ...gaps, ...liveModeAdvice(config)].join('\n  '))
}
