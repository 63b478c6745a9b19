import { Button, Tag } from '@candor/ui'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { formatUnits } from '@candor/money'
import type { ContractReceipt } from '@candor/proof/receipt'
import { formatMoney } from '@candor/ui/format'
import { useMode } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, ColumnTitles } from '../../shared/parts/index.ts'
import { priceText, resultKey } from './check-labels.ts'
import type { CheckSubject, Outcome } from './check-run.ts'
import { NumberedList } from './numbered-list.tsx'
import { commonStart } from './receipt-match.ts'
import type { Match } from './receipt-match.ts'
import { saveEvidence } from './save-evidence.ts'
import styles from './check.module.css'

/** What differs, in two columns: the receipt, and what the rule makes of the log. */
export function MismatchCard({
  receipt,
  match: { stated, byLog },
  subject,
}: {
  readonly receipt: ContractReceipt
  readonly match: Match
  readonly subject: CheckSubject
}) {
  const { t, locale } = useTexts()
  const isSandbox = useMode() === 'sandbox'
  const { direction, asset, orderId, entrySlot, exitSlot } = receipt.placed.item.value
  const side = t(`check.direction.${direction}`)
  const price = (value: bigint | null) =>
    value === null ? t('check.price.none') : priceText(locale, value, subject.decimals + 1)
  const net = (units: bigint) => formatMoney(locale, formatUnits(units), asset, 'result')
  const rows: readonly (readonly [name: string, said: string, found: string])[] = [
    [t('check.entry'), price(stated.entry), price(byLog.entry)],
    [t('check.exit'), price(stated.exit), price(byLog.exit)],
    [side, t(resultKey(stated.result)), t(resultKey(byLog.result))],
    [t('check.net'), net(stated.net), net(byLog.net)],
  ]
  return (
    <Card
      title={`${subject.title} · ${side} · ${t('check.seconds', { count: (exitSlot - entrySlot) / 2 })}`}
      aside={isSandbox ? <Tag tone="sandbox">{t('check.playMoney')}</Tag> : undefined}
    >
      <p className={styles.order}>#{String(orderId)}</p>
      <table className={styles.difference}>
        <ColumnTitles ofNames={t('check.price')} titles={[t('check.receipt'), t('check.log')]} />
        <tbody>
          {rows.map(([name, said, found]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={said === found ? undefined : styles.wrong}>
                <Differing said={said} found={found} />
              </td>
              <td>{found}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Underlines a value from the first character that differs; a wholly different one has its colour only. */
function Differing({ said, found }: { readonly said: string; readonly found: string }) {
  const same = commonStart(said, found)
  if (same === 0 || said === found) return said
  return (
    <>
      {said.slice(0, same)}
      <u>{said.slice(same)}</u>
    </>
  )
}

/** What a failed check means and what to do. Nobody can say which byte was changed: a hash does not tell. */
export function ToDoCard({ outcome, match }: { readonly outcome: Outcome; readonly match: Match | null }) {
  const { t } = useTexts()
  const isReceipt = outcome.kind === 'contract' && outcome.receipt !== null && outcome.found.failed === null
  const steps =
    isReceipt && match !== null ? (['app', 'wrong', 'report'] as const) : (['again', 'log', 'report'] as const)
  return (
    <Card title={t('check.todo.title')}>
      <NumberedList
        items={steps.map((step) => ({ title: t(`check.todo.${step}`), text: t(`check.todo.${step}.text`) }))}
      />
      <div className={styles.actions}>
        <Button icon={<DownloadSimpleIcon size={20} />} onClick={() => saveEvidence(outcome)}>
          {t('check.todo.save')}
        </Button>
        <a className={styles.quiet} href="/h5/#/pages/support/support">
          {t('check.todo.contact')}
        </a>
      </div>
    </Card>
  )
}
