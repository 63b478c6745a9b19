import { Note } from '@candor/ui'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../i18n/index.ts'
import { useConnection } from '../realtime/index.ts'
import { sinceText } from './since-text.ts'

/** Says that no prices come, since when, and that they resume by themselves. Silent while they flow. */
export function ConnectionNote() {
  const { phase, sinceMs } = useConnection()
  return <div role="status">{phase === 'offline' || phase === 'stale' ? <LostNote phase={phase} sinceMs={sinceMs} /> : null}</div>
}

/** Apart, because the first time that a browser writes costs it more than all rows of a list. */
function LostNote({ phase, sinceMs }: { readonly phase: 'offline' | 'stale'; readonly sinceMs: number }) {
  const texts = useTexts()
  const time = sinceText(texts, sinceMs)
  return (
    <Note tone="attention" icon={<WifiSlashIcon size={18} />}>
      {texts.t(phase === 'offline' ? 'shared.offline' : 'shared.stale', { time })}
    </Note>
  )
}
