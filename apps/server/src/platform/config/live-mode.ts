import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import { hasIndependentWitness } from './witness-policy.ts'

type ServerSettings = Pick<
  Config,
  | 'operatorName'
  | 'operatorLicence'
  | 'countries'
  | 'feed'
  | 'smtpUrl'
  | 'allowedHosts'
  | 'tls'
  | 'witnesses'
  | 'data'
  | 's3Bucket'
>

/**
 * What `live` mode still needs of the settings that the server has, one sentence each. The launcher, which has all
 * settings, also requires what other processes need, and operators.
 */
export function liveModeGaps(config: ServerSettings): string[] {
  const gaps: readonly (readonly [boolean, string])[] = [
    [config.operatorName === '', 'The legal name of the operator is missing (CANDOR_OPERATOR_NAME).'],
    [config.operatorLicence === '', 'The licence number of the operator is missing (CANDOR_OPERATOR_LICENCE).'],
    [config.countries.length === 0, 'No country is listed whose customers may be served (CANDOR_COUNTRIES).'],
    [config.feed !== 'live', 'Prices may come from a simulation or a recording (CANDOR_FEED=live).'],
    [
      !hasIndependentWitness(config),
      'No witness at an address elsewhere is listed to sign the log of prices (CANDOR_WITNESSES).',
    ],
    [config.smtpUrl === '', 'No SMTP server is set (CANDOR_SMTP_URL).'],
    [config.allowedHosts.length === 0, 'No host names of the app are listed (CANDOR_ALLOWED_HOSTS).'],
    [config.tls === 'off', 'No proxy is said to speak TLS (CANDOR_TLS).'],
    [config.s3Bucket === '', 'No bucket for photos is set (CANDOR_S3_BUCKET, CANDOR_S3_KEY_ID and CANDOR_S3_SECRET).'],
  ]
  return gaps.flatMap(([isMissing, sentence]) => (isMissing ? [sentence] : []))
}

/** What `live` mode can do without and should not, one sentence each; named beside the gaps. */
export function liveModeAdvice(config: Pick<Config, 'passwordLength'>): string[] {
  return config.passwordLength === '8-64'
    ? []
    : ['Recommended: passwords of 8 to 64 characters (CANDOR_PASSWORD_LENGTH=8-64).']
}

/** Refuses the mode `live` while anything that it needs is missing; `more` are further gaps. Throws ConfigError. */
export function checkMode(
  config: ServerSettings & Pick<Config, 'mode' | 'passwordLength'>,
  more: readonly string[] = [],
): void {
  const gaps = config.mode === 'live' ? [...liveModeGaps(config), ...more] : []
  if (gaps.length === 0) return
  throw new ConfigError(['Candor does not start in live mode yet:', ...gaps, ...liveModeAdvice(config)].join('\n  '))
}
