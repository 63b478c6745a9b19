import { useState } from 'react'
import { operatorCorrections, operatorCustomerDisable, operatorCustomerStatement } from '@candor/api/operator'
import type { operatorCustomer, OutputOf } from '@candor/api/operator'
import { Button, classNames, Note, Tag } from '@candor/ui'
import { EyeIcon } from '@candor/ui/icons/account'
import { UserIcon } from '@candor/ui/icons/console'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { usePages } from '../../shared/api/index.ts'
import { CaseHead, CasePart, History, wordsOf } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, PagedTable, RecordTable } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { deviceLabel, stateOf } from './customer-labels.ts'
import { placeOfLine } from './line-place.ts'
import type { LinePlace } from './line-place.ts'
import { CustomerTimeline } from './customer-timeline.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { timeColumn } from './time-column.ts'
import styles from './customers.module.css'

export type CustomerView = OutputOf<typeof operatorCustomer>

/** One customer. Only the account's state can be changed here, and only with a reason. */
export function CustomerDetail({ view }: { readonly view: CustomerView }) {
  const { customer } = view
  return (
    <>
      <CaseHead
        title={t('customers.account', { account: customer.publicId })}
        icon={<UserIcon size={20} />}
        detail={[
          view.name,
          customer.email,
          customer.mobile,
          t('customers.head', { id: customer.id, time: utcDateTime(customer.createdMs) }),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        aside={
          <div className={styles.tags}>
            <Tag>{t(`customers.kyc.${customer.kycState}`)}</Tag>
            <Tag tone={customer.isEnabled ? 'quiet' : 'attention'}>{t(`customers.${stateOf(customer)}`)}</Tag>
          </div>
        }
      />
      <Note icon={<EyeIcon size={18} />}>{t('customers.recorded')}</Note>
      {customer.isClosed ? <ClosedNote view={view} /> : null}
      <CustomerActions customer={customer} />
      <Balances view={view} />
      <CustomerTimeline customerId={customer.id} />
      <Statement customerId={customer.id} />
      <Devices view={view} />
      <Logins view={view} />
      <CustomerHistory view={view} />
    </>
  )
}

/** Says that the account is closed, and whether money has arrived since. */
function ClosedNote({ view }: { readonly view: CustomerView }) {
  const isOwed = view.assets.items.some(({ available }) => Number(available) !== 0)
  return (
    <Note icon={<WarningCircleIcon size={18} />} tone={isOwed ? 'attention' : 'quiet'}>
      {t(isOwed ? 'customers.closed.owed' : 'customers.closed.text')}
    </Note>
  )
}

/** The acts on an account, for operators with the role: always with a reason. */
function CustomerActions({ customer }: { readonly customer: CustomerView['customer'] }) {
  const [open, setOpen] = useState<'switch' | 'correct' | 'signOut' | null>(null)
  const maySwitch = useMay(operatorCustomerDisable.access) === true
  const mayCorrect = useMay(operatorCorrections.propose.access) === true
  return (
    <div className={styles.actions}>
      {maySwitch && !customer.isClosed ? (
        <Button tone="quiet" size="small" onClick={() => setOpen('switch')}>
          {t(customer.isEnabled ? 'customers.disable' : 'customers.enable')}
        </Button>
      ) : null}
      {maySwitch ? (
        <Button tone="quiet" size="small" onClick={() => setOpen('signOut')}>
          {t('customers.signOut')}
        </Button>
      ) : null}
      {mayCorrect ? (
        <Button tone="quiet" size="small" onClick={() => setOpen('correct')}>
          {t('customers.correct')}
        </Button>
      ) : null}
      {open === 'switch' ? <SwitchDialog customer={customer} onClose={() => setOpen(null)} /> : null}
      {open === 'signOut' ? <SignOutDialog customerId={customer.id} onClose={() => setOpen(null)} /> : null}
      {open === 'correct' ? <CorrectionDialog customerId={customer.id} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

function Balances({ view }: { readonly view: CustomerView }) {
  return (
    <CasePart title={t('customers.balances')}>
      <DataTable
        label={t('customers.balances')}
        rows={view.assets.items}
        keyOf={({ asset }) => asset}
        columns={[
          { key: 'asset', title: t('customers.balances.asset'), cell: ({ asset }) => asset },
          amountColumn('available', ({ available }) => available),
          amountColumn('contracts', ({ heldInContracts }) => heldInContracts),
          amountColumn('withdrawals', ({ heldInWithdrawals }) => heldInWithdrawals),
          amountColumn('escrow', ({ inEscrow }) => inEscrow),
          amountColumn('terms', ({ inTerms }) => inTerms),
        ]}
      />
      <p className={styles.quiet}>{t('customers.balances.note')}</p>
    </CasePart>
  )
}

type Balance = CustomerView['assets']['items'][number]

function amountColumn(
  part: 'available' | 'contracts' | 'withdrawals' | 'escrow' | 'terms',
  amountOf: (balance: Balance) => string,
): Column<Balance> {
  return {
    key: part,
    title: t(`customers.balances.${part}`),
    cell: (balance) => money(amountOf(balance)),
    isNumber: true,
  }
}

function Statement({ customerId }: { readonly customerId: string }) {
  const lines = usePages(operatorCustomerStatement, { id: customerId, limit: 10 })
  return (
    <CasePart title={t('customers.statement')}>
      <PagedTable
        label={t('customers.statement')}
        list={lines}
        empty={<p className={styles.quiet}>{t('customers.statement.none')}</p>}
        columns={[
          timeColumn(),
          {
            key: 'kind',
            title: t('customers.statement.kind'),
            cell: (line) => (
              <div className={styles.stacked}>
                {wordsOf(line.kind)}
                <RecordLink place={placeOfLine(line)} />
              </div>
            ),
            isOneLine: true,
          },
          {
            key: 'amount',
            title: t('customers.statement.amount'),
            cell: ({ amount, asset }) => money(amount, asset, 'result'),
            isNumber: true,
          },
          {
            key: 'after',
            title: t('customers.statement.after'),
            cell: ({ availableAfter }) => money(availableAfter),
            isNumber: true,
          },
        ]}
      />
    </CasePart>
  )
}

function RecordLink({ place }: { readonly place: LinePlace | null }) {
  if (place === null) return null
  const { kind, screen, id } = place
  return (
    <a className={classNames(styles.link, styles.record)} href={hrefOf(screen, id)}>
      {t(`customers.record.${kind}`, { id })}
    </a>
  )
}

interface TablePartProps<Row extends { readonly id: string }> {
  readonly title: string
  /** Instead of a table without rows. */
  readonly none: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
}

function TablePart<Row extends { readonly id: string }>({ title, none, rows, columns }: TablePartProps<Row>) {
  return (
    <CasePart title={title}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <RecordTable label={title} rows={rows} columns={columns} />
      )}
    </CasePart>
  )
}

function Devices({ view }: { readonly view: CustomerView }) {
  return (
    <TablePart
      title={t('customers.sessions')}
      none={t('customers.sessions.none')}
      rows={view.sessions}
      columns={[
        { key: 'device', title: t('customers.device'), cell: ({ device }) => deviceLabel(device) },
        { key: 'network', title: t('customers.network'), cell: ({ network }) => network ?? '–' },
        { key: 'since', title: t('customers.since'), cell: ({ createdMs }) => utcDateTime(createdMs) },
        { key: 'last', title: t('customers.last'), cell: ({ lastUsedMs }) => utcDateTime(lastUsedMs) },
      ]}
    />
  )
}

function Logins({ view }: { readonly view: CustomerView }) {
  return (
    <TablePart
      title={t('customers.logins')}
      none={t('customers.logins.none')}
      rows={view.logins}
      columns={[
        {
          key: 'time',
          title: t('customers.statement.time'),
          cell: ({ atMs }) => utcDateTime(atMs, { hasSeconds: true }),
        },
        {
          key: 'outcome',
          title: t('customers.login.outcome'),
          cell: ({ outcome }) => t(`customers.login.${outcome}`),
        },
        { key: 'device', title: t('customers.device'), cell: ({ device }) => deviceLabel(device) },
        { key: 'network', title: t('customers.network'), cell: ({ network }) => network ?? '–' },
      ]}
    />
  )
}

/** Looks at this page are many, and have a list of their own beside it. */
const looked = 'customer.viewed'

function CustomerHistory({ view }: { readonly view: CustomerView }) {
  const acts = view.history.filter(({ action }) => action !== looked)
  return <Acts title={t('customers.history')} none={t('customers.history.none')} acts={acts} />
}

interface ActsProps {
  readonly title: string
  readonly none: string
  readonly acts: CustomerView['history']
}

function Acts({ title, none, acts }: ActsProps) {
  if (acts.length === 0)
    return (
      <CasePart title={title}>
        <p className={styles.quiet}>{none}</p>
      </CasePart>
    )
  const entries = acts.map(({ seq, atMs, action, reason, actor }) => ({
    id: seq,
    atMs,
    text: reason === '' ? wordsOf(action) : `${wordsOf(action)}: ${reason}`,
    who: actor ?? t('shared.proposal.hidden'),
  }))
  return <History title={title} entries={entries} />
}
