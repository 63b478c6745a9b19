import { useState } from 'react'
import { classNames, Segmented } from '@candor/ui'
import { sourcesOf } from '@candor/proof/encoding'
import type { FrameRecord } from '@candor/proof/encoding'
import { secondsText } from '../../shared/age/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, ColumnTitles } from '../../shared/parts/index.ts'
import { priceText, slotText, sourceText, utcTenths } from './check-labels.ts'
import { startOf } from './check-run.ts'
import type { CheckSubject } from './check-run.ts'
import type { ProvenWindow } from './contract-check.ts'
import type { ProvenSlot } from './ticks-log.ts'
import styles from './check.module.css'

type WindowName = 'entry' | 'exit'

interface FramesCardProps {
  readonly subject: CheckSubject
  readonly windows: Readonly<Record<WindowName, ProvenWindow>>
}

/** The frames of both windows and the ones beside them: side by side on a wide page, one at a time on a phone. */
export function FramesCard({ subject, windows }: FramesCardProps) {
  const { t } = useTexts()
  const [shown, setShown] = useState<WindowName>('entry')
  const names = ['entry', 'exit'] as const
  return (
    <Card title={t('check.frames.title')}>
      <div className={styles.phoneOnly}>
        <Segmented
          label={t('check.frames.title')}
          options={names.map((value) => ({ value, label: t(`check.${value}`) }))}
          value={shown}
          onValue={setShown}
        />
      </div>
      <div className={styles.tables}>
        {names.map((name) => (
          <div key={name} className={classNames(name !== shown && styles.wideOnly)}>
            <FramesTable name={t(`check.${name}.window`)} window={windows[name]} subject={subject} />
          </div>
        ))}
      </div>
      <p className={styles.caption}>{t('check.frames.grey')}</p>
      <p className={styles.caption}>{t('check.frames.sources')}</p>
    </Card>
  )
}

function FramesTable({
  name,
  window,
  subject,
}: {
  readonly name: string
  readonly window: ProvenWindow
  readonly subject: CheckSubject
}) {
  const { t, locale } = useTexts()
  const { before, slots, after, totals, range } = window
  const rows = [before, ...slots, ...(after === null ? [] : [after])]
  return (
    <table className={styles.frames}>
      <caption>{name}</caption>
      <FramesHead />
      <tbody>
        {rows.map((row) => (
          <SlotRow
            key={row.slot}
            row={row}
            subject={subject}
            isInside={row.slot >= range.from && row.slot <= range.to}
          />
        ))}
        <tr className={styles.sum}>
          <td colSpan={2}>
            {priceText(locale, totals.priceSum, subject.decimals)} ÷ {totals.openCount}
          </td>
          <td>
            {totals.average === null ? t('check.price.none') : priceText(locale, totals.average, subject.decimals + 1)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The heads of the columns that a `SlotRow` has. */
export function FramesHead() {
  const { t } = useTexts()
  return <ColumnTitles titles={[t('check.slot'), t('check.time'), t('check.price')]} />
}

/** A slot: its price where it has a frame, “missing” where it has none. */
export function SlotRow({
  row,
  subject,
  isInside,
}: {
  readonly row: ProvenSlot
  readonly subject: CheckSubject
  readonly isInside: boolean
}) {
  const { t, locale } = useTexts()
  const { slot, record } = row
  return (
    <tr className={isInside ? styles.inside : styles.neighbour}>
      <td>{slotText(locale, slot)}</td>
      <td>
        {utcTenths(startOf(subject, slot))}
        {record === null ? null : <FrameSources record={record} />}
      </td>
      <td>
        {record === null ? (
          <i>{t('check.missing')}</i>
        ) : (
          <>
            {record.state === 'open' ? null : <i>{t(`check.state.${record.state}`)} </i>}
            {priceText(locale, record.price, subject.decimals)}
          </>
        )}
      </td>
    </tr>
  )
}

/** How old the price was, and which sources spoke in its half second: as they are in the proven record. */
function FrameSources({ record: { ageMs, sources } }: { readonly record: FrameRecord }) {
  const { t, locale } = useTexts()
  const names = sourcesOf(sources).map((name) => sourceText(t, name))
  const age = t('check.frames.age', { age: secondsText(locale, ageMs) })
  return <span className={styles.sources}>{[age, ...names].join(' · ')}</span>
}
