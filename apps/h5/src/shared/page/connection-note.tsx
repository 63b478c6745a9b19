import { Note } from '@candor/ui'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { formatDateTime, useTexts } from '../i18n/index.ts'
import { useConnection } from '../api/realtime/index.ts'

/** Reports that there are no prices, since when, and that they resume automatically. Hidden while they flow. */
export function ConnectionNote() {
  const { phase, sinceMs } = useConnection()
  return (
    <div role="status">
      {phase === 'offline' || phase === 'stale' ? <LostNote phase={phase} sinceMs={sinceMs} /> : null}
    </div>
  )
}

/** Apart, because the first time that a browser writes costs it more than all rows of a list. */
function LostNote({ phase, sinceMs }: { readonly phase: 'offline' | 'stale'; readonly sinceMs: number }) {
  const { t, locale } = useTexts()
  // With its date: an app opened offline shows stored data, which may be of another day.
  const time = formatDateTime(locale, sinceMs)
  return (
    <Note tone="attention" icon={<WifiSlashIcon size={18} />}>
      {t(phase === 'offline' ? 'shared.offline' : 'shared.stale', { time })}
    </Note>
  )
}
