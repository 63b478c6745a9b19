import { Note } from '@candor/ui'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { formatDateTime } from '../format/index.ts'
import { useTexts } from '../i18n/index.ts'
import { useConnection } from '../realtime/index.ts'

/** Says that no prices come, since when, and that they resume by themselves. Silent while they flow. */
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
  // With its date: an app that was opened without a network shows what it knew, which may be of another day.
  const time = formatDateTime(locale, sinceMs)
  return (
    <Note tone="attention" icon={<WifiSlashIcon size={18} />}>
      {t(phase === 'offline' ? 'shared.offline' : 'shared.stale', { time })}
    </Note>
  )
}
