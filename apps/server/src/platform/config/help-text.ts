import { settings } from './settings.ts'
import type { Setting } from './settings.ts'

/** The help page: every setting with its meaning and its value when unset. */
export function helpText(): string {
  const rows = Object.values(settings).map((setting: Setting) => {
    const names = setting.flag === undefined ? setting.env : `${setting.flag}, ${setting.env}`
    return `  ${names.padEnd(38)} ${setting.text}${setting.fallback === undefined ? '' : ` [${setting.fallback}]`}`
  })
  return [
    'npm start -- [settings]',
    '',
    'Settings (flag, environment variable) and their values when unset:',
    ...rows,
  ].join('\n')
}
