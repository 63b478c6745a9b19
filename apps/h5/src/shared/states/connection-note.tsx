import { Note } from '@candor/ui'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { formatTime } from '../format/index.ts'
import { useTexts } from '../i18n/index.ts'
import { useConnection } from '../realtime/index.ts'

/** Says that no prices come, since when, and that they resume by themselves. Silent while they flow. */
export function ConnectionNote() {
  const { t, locale } = useTexts()
  const { phase, sinceMs } = useConnection()
  const time = formatTime(locale, sinceMs, { hasSeconds: true })
  return (
    <div role="status">
      {phase === 'offline' || phase === 'stale' ? (
        <Note tone="attention" icon={<WifiSlashIcon size={18} />}>
          {t(phase === 'offline' ? 'shared.offline' : 'shared.stale', { time })}
        </Note>
      ) : null}
    </div>
  )
}
