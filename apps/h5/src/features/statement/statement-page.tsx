import { useState } from 'react'
import { IconButton } from '@candor/ui'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { ExportSheet } from './export-sheet.tsx'
import { PrintedPage } from './printed-page.tsx'
import { paramsOf, shownIn } from './statement-filter.ts'
import { Statement } from './statement-list.tsx'

/** Every movement of the customer's money, newest first, day by day, with the balance after it. */
export function StatementPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const params = useRouteParams('statement')
  const shown = shownIn(params)
  const [exporting, setExporting] = useState<{ readonly month: string | null } | null>(null)
  if (isSignedIn && shown.month !== null && params.print !== undefined) return <PrintedPage month={shown.month} />
  return (
    <Page
      title={t('statement.title')}
      trailing={
        <IconButton label={t('statement.export')} onClick={() => setExporting({ month: null })}>
          <DownloadSimpleIcon />
        </IconButton>
      }
      signedOut={t('statement.signedOut')}
    >
      <PageScreen>
        <Statement
          shown={shown}
          onShow={(change) => navigation.redirect('statement', paramsOf({ ...shown, ...change }))}
          onSave={(month) => setExporting({ month })}
        />
        {exporting === null ? null : (
          <ExportSheet
            shown={exporting.month === null ? shown : { asset: shown.asset, group: null, month: exporting.month }}
            isShownOnly={exporting.month !== null}
            onClose={() => setExporting(null)}
          />
        )}
      </PageScreen>
    </Page>
  )
}
