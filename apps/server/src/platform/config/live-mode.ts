import { ConfigError } from './config.ts'
import type { Config } from './config.ts'

/**
 * The unmet requirements of `live` mode, one sentence each. Most requirements have no setting yet, so live mode cannot
 * start today: with real money a gap must never be overlooked.
 */
export function liveModeGaps(config: Pick<Config, 'smtpUrl' | 'allowedHosts' | 'tls'>): string[] {
  return [
    'The legal name of the operator is missing.',
    'The licence number of the operator is missing.',
    'The list of jurisdictions that may be served is missing.',
    'Prices may still come from a simulation.',
    'Not every category of instruments has two sources of prices.',
    'No external witness signs the log of prices.',
    ...(config.smtpUrl === '' ? ['No SMTP server is set (CANDOR_SMTP_URL).'] : []),
    ...(config.allowedHosts.length === 0 ? ['No host names of the app are listed (CANDOR_ALLOWED_HOSTS).'] : []),
    ...(config.tls === 'off' ? ['No proxy is said to speak TLS (CANDOR_TLS).'] : []),
    'The key of the object storage is missing.',
    'The key that encrypts the other keys (KEK) is missing.',
  ]
}

/** Refuses the mode `live` while anything that it needs is missing. Throws ConfigError. */
export function checkMode(config: Pick<Config, 'mode' | 'smtpUrl' | 'allowedHosts' | 'tls'>): void {
  const gaps = config.mode === 'live' ? liveModeGaps(config) : []
  if (gaps.length > 0) throw new ConfigError(['Candor does not start in live mode yet:', ...gaps].join('\n  '))
}
