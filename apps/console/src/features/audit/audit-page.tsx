import { useDeferredValue, useState } from 'react'
import { operatorAuditExport, operatorAuditList, operatorAuditVerify } from '@candor/api/operator'
import type { AuditView } from '@candor/api/operator'
import { Button, Note, showToast, StatePanel } from '@candor/ui'
import { CheckIcon, ListMagnifyingGlassIcon } from '@candor/ui/icons/console'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, download, usePages } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { hrefOf, screens } from '../../shared/navigation/index.ts'
import { RoleGate, useMay } from '../../shared/operator/index.ts'
import { DataTable, MoreButton, Page, TextInput } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { filterForm, isFilterWrong, noFilter, placeOfSubject } from './audit-model.ts'
import type { AuditFilter } from './audit-model.ts'
import styles from './audit.module.css'

/** All operators' acts: filter them, verify the chain, export them as a file. */
export function AuditPage() {
  return (
    <RoleGate title={t('audit.title')} access={operatorAuditList.access}>
      <Audit />
    </RoleGate>
  )
}

function Audit() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter)
  const rows = usePages(
    operatorAuditList,
    { ...useDeferredValue(filterForm(filter)), limit: 50 },
    { refetchInterval: 15_000 },
  )
  return (
    <Page title={t('audit.title')} actions={<ChainActions />}>
      <div className={styles.page}>
        <Filters filter={filter} onFilter={setFilter} />
        <Loaded query={rows}>
          {(items) =>
            items.length === 0 ? (
              <StatePanel
                icon={<ListMagnifyingGlassIcon size={28} />}
                title={t('audit.empty')}
                text={t('audit.emptyText')}
              />
            ) : (
              <>
                <DataTable label={t('audit.table')} columns={columns()} rows={items} keyOf={({ seq }) => seq} />
                <MoreButton {...rows} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

function Filters({
  filter,
  onFilter,
}: {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}) {
  return (
    <div>
      <div className={styles.filters}>
        <TextInput
          label={t('audit.action')}
          value={filter.action}
          onValue={(action) => onFilter({ ...filter, action })}
          maxLength={64}
          isMono
        />
        <TextInput
          label={t('audit.subject')}
          value={filter.subject}
          onValue={(subject) => onFilter({ ...filter, subject })}
          maxLength={60}
          isMono
        />
        <TextInput
          label={t('audit.operator')}
          value={filter.operatorId}
          onValue={(operatorId) => onFilter({ ...filter, operatorId })}
          maxLength={18}
          isMono
        />
      </div>
      <p className={styles.wrong} role="status">
        {isFilterWrong(filter) ? t('audit.filter.wrong') : ''}
      </p>
    </div>
  )
}

/** Verifies the chain on request, and exports it for operators with the role. */
function ChainActions() {
  const [result, setResult] = useState<{ readonly isWhole: boolean; readonly text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const mayExport = useMay(operatorAuditExport.access) === true
  const verify = async () => {
    setBusy(true)
    const walked = await call(operatorAuditVerify, {})
    setBusy(false)
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
    save(file.value, 'audit.ndjson')
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
      {mayExport ? (
        <Button tone="quiet" size="small" onClick={() => void takeAway()}>
          {t('audit.export')}
        </Button>
      ) : null}
    </>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

function columns(): readonly Column<AuditView>[] {
  return [
    { key: 'seq', title: t('audit.col.seq'), cell: ({ seq }) => seq, isNumber: true },
    {
      key: 'time',
      title: t('audit.col.time'),
      cell: ({ atMs }) => utcDateTime(atMs, { hasSeconds: true }),
      isOneLine: true,
    },
    { key: 'who', title: t('audit.col.who'), cell: ({ actor }) => actor, isOneLine: true },
    {
      key: 'what',
      title: t('audit.col.what'),
      cell: ({ action, source }) => (
        <span title={t(`audit.by.${source}`)}>
          {action}
          {source === 'server' ? <span className={styles.reported}>{t('audit.reported')}</span> : null}
        </span>
      ),
      isMono: true,
      isOneLine: true,
    },
    {
      key: 'about',
      title: t('audit.col.about'),
      cell: ({ subject }) => <Subject subject={subject} />,
      isMono: true,
      isOneLine: true,
    },
    { key: 'reason', title: t('audit.col.reason'), cell: ({ reason }) => reason },
    {
      key: 'details',
      title: t('audit.col.details'),
      cell: ({ details }) => (details === '{}' ? '' : details),
      isMono: true,
    },
    {
      key: 'hash',
      title: t('audit.col.hash'),
      cell: ({ hash }) => <span className={styles.hash} title={hash}>{`${hash.slice(0, 8)}…`}</span>,
      isMono: true,
      isOneLine: true,
    },
  ]
}

function Subject({ subject }: { readonly subject: string }) {
  const place = placeOfSubject(subject)
  const screen = screens.find((known) => known === place?.screen)
  if (place === null || screen === undefined) return subject
  return (
    <a className={styles.link} href={hrefOf(screen, place.id)}>
      {subject}
    </a>
  )
}
