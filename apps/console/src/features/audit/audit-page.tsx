import { useDeferredValue, useState } from 'react'
import { operatorAuditExport, operatorAuditList, operatorAuditVerify } from '@candor/api/operator'
import type { AuditView } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Note, showToast } from '@candor/ui'
import { CheckIcon, ListMagnifyingGlassIcon } from '@candor/ui/icons/console'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, download, usePages } from '../../shared/api/index.ts'
import { saveCsv, saveFile } from '../../shared/device/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { roleScreen, useMay } from '../../shared/operator/index.ts'
import { EmptyState, Loaded, MoreButton, Page, PageBody } from '../../shared/page/index.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditLines, filterForm, noFilter } from './audit-model.ts'
import type { AuditFilter } from './audit-model.ts'
import { AuditTable } from './audit-table.tsx'
import styles from './audit.module.css'

/** All operators' acts: filter them, verify the chain, export them as a file. */
export const AuditPage = roleScreen('audit.title', operatorAuditList.access, Audit)

function Audit() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter)
  const rows = usePages(
    operatorAuditList,
    { ...useDeferredValue(filterForm(filter)), limit: 50 },
    { refetchInterval: 15_000 },
  )
  return (
    <Page title={t('audit.title')} actions={<ChainActions rows={rows.data ?? []} />}>
      <PageBody className={styles.page}>
        <AuditFilters filter={filter} onFilter={setFilter} />
        <Loaded query={rows}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={ListMagnifyingGlassIcon} texts={['audit.empty', 'audit.emptyText']} />
            ) : (
              <>
                <AuditTable rows={items} />
                <p className={styles.note}>{t('audit.note')}</p>
                <MoreButton {...rows} />
              </>
            )
          }
        </Loaded>
      </PageBody>
    </Page>
  )
}

/** Verifies the chain on request, and exports it for operators with the role. */
function ChainActions({ rows }: { readonly rows: readonly AuditView[] }) {
  const [result, setResult] = useState<{ readonly isWhole: boolean; readonly text: string } | null>(null)
  const { isBusy, during } = useBusy()
  const mayExport = useMay(operatorAuditExport.access) === true
  const verify = async () => {
    const walked = await during(call(operatorAuditVerify, {}))
    if (!walked.ok) return showToast('refused', walked.msg)
    const { checked, brokenSeq, headSeq } = walked.value
    setResult(
      brokenSeq === null
        ? { isWhole: true, text: t('audit.verified', { count: checked, seq: headSeq }) }
        : { isWhole: false, text: t('audit.broken', { seq: brokenSeq }) },
    )
  }
  const takeAway = async () => {
    const file = await download(operatorAuditExport, {})
    if (!file.ok) return showToast('refused', file.msg)
    saveFile(file.value, 'audit.ndjson')
    showToast('done', t('audit.exported'))
  }
  return (
    <>
      <div role="status">
        {result === null ? null : (
          <Note
            tone={result.isWhole ? 'quiet' : 'attention'}
            icon={result.isWhole ? <CheckIcon size={18} /> : <WarningCircleIcon size={18} />}
          >
            {result.text}
          </Note>
        )}
      </div>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void verify()}>
        {t('audit.verify')}
      </Button>
      <Button
        tone="quiet"
        size="small"
        disabled={rows.length === 0}
        onClick={() => saveCsv(auditLines(rows), 'audit-shown.csv')}
      >
        {t('audit.csv')}
      </Button>
      {mayExport ? (
        <Button tone="quiet" size="small" onClick={() => void takeAway()}>
          {t('audit.export')}
        </Button>
      ) : null}
    </>
  )
}
