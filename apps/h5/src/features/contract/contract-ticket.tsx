import type { TermsView } from '@candor/api'
import type { OddsPreview } from '@candor/formulas'
import { assets, formatAmount, formatUnits } from '@candor/money'
import { Button, Segmented } from '@candor/ui'
import { ArrowDownBoldIcon, ArrowUpBoldIcon } from '@candor/ui/icons/ticket'
import { durationText, formatMoney, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ChipRadios } from '../../shared/forms/chip-radios/index.ts'
import { parseStake, quickAmountsWithin } from './contract-form-model.ts'
import type { ContractForm, ContractFormAction, ContractSummary } from './contract-form-model.ts'
import type { BuyGate, BuyObstacle } from './contract-gate-model.ts'
import styles from './contract-ticket.module.css'
import { averagesText } from './odds-labels.ts'
import { obstacleText } from './obstacle-labels.ts'
import { LateSheet } from './late-sheet.tsx'
import { OddsLine } from './odds-line.tsx'
import type { OddsProps } from './odds-line.tsx'
import type { Practice } from './practice.ts'
import { StakeStepper } from './stake-stepper.tsx'

export interface ContractTicketProps {
  readonly form: ContractForm
  readonly summary: ContractSummary
  readonly terms: readonly TermsView[]
  readonly entryDelayMs: number
  readonly obstacle: BuyObstacle | null
  readonly availableUnits: bigint | null
  readonly gate: BuyGate | null
  readonly practice?: Pick<Practice, 'label' | 'balance'> | undefined
  readonly onAction: (action: ContractFormAction) => void
  readonly onDirection: (direction: 'up' | 'down') => void
  readonly onExplain: () => void
  readonly onGate: (gate: BuyGate) => void
}

/** The ticket: duration, currency, stake, odds, Up and Down. A pure view of the form's model. */
export function ContractTicket(props: ContractTicketProps) {
  const texts = useTexts()
  const { t } = texts
  const { form, summary, terms, obstacle, practice, onAction } = props
  const { limits } = summary
  return (
    <section className={styles.ticket} data-decision="" aria-label={t('contract.ticket')}>
      {practice?.label}
      <ChipRadios
        look="filled"
        label={t('contract.duration')}
        options={terms.map(({ durationMs }) => ({ value: String(durationMs), label: durationText(texts, durationMs) }))}
        value={String(form.durationMs)}
        onValue={(value) => onAction({ type: 'duration-chosen', durationMs: Number(value) })}
      />
      <div className={styles.stake}>
        <StakeStepper
          text={form.stakeText}
          asset={form.asset}
          limits={limits}
          isInvalid={obstacle?.kind === 'stake'}
          note={useStakeNote(props)}
          onText={(text) => onAction({ type: 'stake-typed', text })}
          onStep={(direction) => {
            if (limits !== null) onAction({ type: 'stake-stepped', direction, limits })
          }}
        />
        {practice ? null : (
          <div className={styles.asset}>
            <Segmented
              label={t('contract.asset')}
              options={assets.map((asset) => ({ value: asset, label: asset }))}
              value={form.asset}
              onValue={(asset) => onAction({ type: 'asset-chosen', asset })}
            />
          </div>
        )}
      </div>
      {limits === null ? null : <QuickAmounts {...props} />}
      <div className={styles.odds} role="status">
        {obstacle === null || obstacle.kind === 'loading' ? null : (
          <p className={styles.obstacle}>{obstacleText(texts, obstacle, summary, form.asset)}</p>
        )}
      </div>
      {obstacle === null && summary.odds !== null && summary.terms !== null ? (
        <>
          <OddsLine odds={summary.odds} terms={summary.terms} onExplain={props.onExplain} />
          {props.gate === null ? <Outcomes odds={summary.odds} /> : null}
          <p className={styles.averages}>{averagesText(texts, summary.terms, props.entryDelayMs)}</p>
        </>
      ) : null}
      <LateSheet draw={({ TicketLog }) => <TicketLog />} />
      {props.gate === null ? (
        <Directions {...props} odds={summary.odds} />
      ) : (
        <Gate gate={props.gate} onGate={props.onGate} />
      )}
    </section>
  )
}

/** In wide windows: they load late, as phones have them on the confirmation. */
function Outcomes(props: Pick<OddsProps, 'odds'>) {
  return <LateSheet draw={({ TicketOutcomes }) => <TicketOutcomes {...props} />} />
}

/** What is available, and the smallest and the largest stake. */
function useStakeNote({ summary: { limits }, availableUnits, practice }: ContractTicketProps): string {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const available =
    practice?.balance ??
    (availableUnits === null ? '' : t('contract.available', { amount: ownMoney(formatUnits(availableUnits)) }))
  if (limits === null) return available
  const money = (units: bigint) => formatMoney(locale, formatUnits(units))
  return `${available}\n${t('contract.limits', { min: money(limits.minUnits), max: money(limits.maxUnits) })}`.trim()
}

function QuickAmounts({ form, summary, onAction }: ContractTicketProps) {
  const { t, locale } = useTexts()
  if (summary.limits === null) return null
  const stakeUnits = parseStake(form.stakeText)
  const amounts = quickAmountsWithin(summary.limits)
  return (
    <div className={styles.quick}>
      <ChipRadios
        look="outlined"
        label={t('contract.stake.quick')}
        options={amounts.map((amount) => ({
          value: amount,
          label: new Intl.NumberFormat(locale).format(BigInt(amount)),
        }))}
        value={amounts.find((amount) => parseStake(amount) === stakeUnits) ?? null}
        onValue={(text) => onAction({ type: 'stake-typed', text })}
      />
    </div>
  )
}

function Directions({ odds, obstacle, onDirection }: ContractTicketProps & { readonly odds: OddsPreview | null }) {
  return (
    <div className={styles.directions}>
      <DirectionButton direction="up" odds={odds} isDisabled={obstacle !== null} onDirection={onDirection} />
      <DirectionButton direction="down" odds={odds} isDisabled={obstacle !== null} onDirection={onDirection} />
    </div>
  )
}

interface DirectionButtonProps {
  readonly direction: 'up' | 'down'
  readonly odds: OddsPreview | null
  readonly isDisabled: boolean
  readonly onDirection: (direction: 'up' | 'down') => void
}

function DirectionButton({ direction, odds, isDisabled, onDirection }: DirectionButtonProps) {
  const { t, locale } = useTexts()
  return (
    <Button
      tone={direction === 'up' ? 'choose-up' : 'choose-down'}
      icon={direction === 'up' ? <ArrowUpBoldIcon size={20} /> : <ArrowDownBoldIcon size={20} />}
      disabled={isDisabled}
      aria-keyshortcuts={direction === 'up' ? 'U' : 'D'}
      onClick={() => onDirection(direction)}
    >
      <span className={styles.face}>
        <b>{t(`contract.${direction}`)}</b>
        {isDisabled || odds === null ? null : (
          <i>{t('contract.wins', { amount: formatMoney(locale, formatAmount(odds.winNet), undefined, 'result') })}</i>
        )}
      </span>
    </Button>
  )
}

function Gate({ gate, onGate }: { readonly gate: BuyGate; readonly onGate: (gate: BuyGate) => void }) {
  const { t } = useTexts()
  return (
    <>
      <Button onClick={() => onGate(gate)}>{t(`contract.gate.${gate}`)}</Button>
      <p className={styles.gate}>{t(`contract.gate.${gate}.text`)}</p>
    </>
  )
}
