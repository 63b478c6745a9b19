import { useState } from 'react'
import { useTexts } from '../../shared/i18n/index.ts'
import { ExportSheet } from './export-sheet.tsx'
import { unfiltered } from './statement-filter.ts'
import { Statement } from './statement-list.tsx'

/** The bills below the balances. Their filters are kept while the screen is open. */
export function StatementHere() {
  const { t } = useTexts()
  const [shown, setShown] = useState(unfiltered)
  const [month, setMonth] = useState<string | null>(null)
  return (
    <section aria-label={t('statement.title')}>
      <Statement shown={shown} onShow={(change) => setShown({ ...shown, ...change })} onSave={setMonth} />
      {month === null ? null : (
        <ExportSheet shown={{ ...unfiltered, asset: shown.asset, month }} isShownOnly onClose={() => setMonth(null)} />
      )}
    </section>
  )
}
