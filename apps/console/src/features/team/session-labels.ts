import type { TeamMember } from '@candor/api/operator'
import { t, utcDateTime } from '../../shared/i18n/index.ts'

/** A session in one line: device, network, start. */
export function sessionLabel({
  device: { browser, system },
  network,
  createdMs,
}: TeamMember['sessions'][number]): string {
  const known = [browser, system].filter((part) => part !== null)
  const device = known.length === 0 ? t('team.device.unknown') : known.join(', ')
  return t('team.session', { device, network, time: utcDateTime(createdMs) })
}
