import { settings } from './config.ts'
import type { Setting } from './config.ts'

/** The help page: every setting with its meaning and its value when unset. */
export function helpText(): string {
  const rows = Object.values(settings).map((setting: Setting) => {
    const names = setting.flag === null ? setting.env : `${setting.flag}, ${setting.env}`
    return `  ${names.padEnd(38)} ${setting.text}${setting.fallback === '' ? '' : ` [${setting.fallback}]`}`
  })
  return [
    'npm start -- [settings]',
    '',
    'Settings (flag, environment variable) and their values when unset:',
    ...rows,
  ].join('\n')
}
