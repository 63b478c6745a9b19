import { dayMs } from '@candor/formulas'
import { Button, Logo, Note, Skeleton } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { realtime } from '../../shared/api/realtime/index.ts'
import { decimalsOf, formatDate, formatPrice, formatReceiptTime, useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { Loaded, Page, PageScreen } from '../../shared/page/index.ts'
import { startOf } from '../../shared/page/period/index.ts'
import { mostPrinted } from './printed-model.ts'
import type { PrintedAccount, PrintedLine } from './printed-model.ts'
import { printedQuery } from './printed-query.ts'
import type { PrintedStatement } from './printed-query.ts'
import styles from './printed.module.css'
import { happeningOf, titleOfKind } from './statement-labels.ts'

/** The statement of a month as a document, which the browser prints or saves as PDF. */
export function PrintedPage({ month }: { readonly month: string }) {
  const { t } = useTexts()
  const printed = useQuery(printedQuery(month))
  return (
    <Page title={t('statement.print.title')}>
      <Loaded
        queries={{ printed }}
        failed={t('statement.failed')}
        skeleton={<Skeleton width="100%" height={420} radius={12} />}
      >
        {(read) => <Printed month={month} printed={read.printed} />}
      </Loaded>
    </Page>
  )
}

function Printed({ month, printed }: { readonly month: string; readonly printed: PrintedStatement }) {
  const { t } = useTexts()
  const { accounts } = printed
  const count = accounts?.reduce((sum, { lines }) => sum + lines.length, 0) ?? 0
  if (accounts === null || count > mostPrinted)
    return (
      <PageScreen>
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {t(accounts === null ? 'statement.print.cut' : 'statement.print.many')}
        </Note>
      </PageScreen>
    )
  return (
    <PageScreen
      hasDockLine
      dock={
        <Button icon={<DownloadSimpleIcon size={20} />} onClick={() => window.print()}>
          {t('statement.print.action')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('statement.print.hint')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by key. */}
      <div className={styles.view} role="region" aria-label={t('statement.print.title')} tabIndex={0}>
        <article className={styles.document}>
          <Head month={month} printed={printed} />
          {accounts.map((account) => (
            <Account key={account.asset} account={account} />
          ))}
          <p className={styles.small}>{t('statement.print.check')}</p>
        </article>
      </div>
    </PageScreen>
  )
}

function Head({ month, printed: { name, account, contact } }: Parameters<typeof Printed>[0]) {
  const { t, locale } = useTexts()
  const mode = useMode()
  const facts = [
    [t('statement.print.customer'), [name, contact].filter((text) => text !== null && text !== '').join(', ')],
    [t('statement.print.account'), account],
    [
      t('statement.print.period'),
      `${formatDate(locale, startOf(month))} – ${formatDate(locale, startOf(month, 1) - dayMs / 2)}`,
    ],
    [t('statement.print.made'), `${formatReceiptTime(realtime.clock.nowMs())} UTC`],
  ] as const
  return (
    <header>
      <Logo height={20} />
      <h2 className={styles.title}>{t('statement.print.title')}</h2>
      {mode === 'sandbox' ? <p className={styles.sandbox}>{t('statement.print.sandbox')}</p> : null}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

function Account({ account: { asset, opening, lines, closing } }: { readonly account: PrintedAccount }) {
  const { t, locale } = useTexts()
  const money = (amount: string) => formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))
  return (
    <table className={styles.table}>
      <caption>{asset}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statement.print.line')}</th>
          <th scope="col">{t('statement.print.time')}</th>
          <th scope="col">{t('statement.print.movement')}</th>
          <th scope="col">{t('statement.print.amount')}</th>
          <th scope="col">{t('statement.print.balance')}</th>
        </tr>
      </thead>
      <tbody>
        <Balance label={t('statement.print.opening')} balance={money(opening)} />
        {lines.map((line) => (
          <Line key={line.line} line={line} money={money} />
        ))}
        <Balance label={t('statement.print.closing')} balance={money(closing)} />
      </tbody>
    </table>
  )
}

function Balance({ label, balance }: { readonly label: string; readonly balance: string }) {
  return (
    <tr className={styles.balance}>
      <th scope="row" colSpan={4}>
        {label}
      </th>
      <td>{balance}</td>
    </tr>
  )
}

function Line({ line, money }: { readonly line: PrintedLine; readonly money: (amount: string) => string }) {
  const texts = useTexts()
  const { kind, amount, reference, hash } = line
  const happening = happeningOf(texts, { kind, amount, correctionReason: null })
  return (
    <tr>
      <td>{line.line}</td>
      <td>{line.time}</td>
      <td>
        {titleOfKind(texts, kind)}, {happening}
        <span className={styles.proof}>
          {reference === '' ? null : `${reference} · `}
          {hash}
        </span>
      </td>
      <td>{money(amount)}</td>
      <td>{money(line.after)}</td>
    </tr>
  )
}
