import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { formatUnits } from '@candor/money'
import { classNames } from '@candor/ui'
import { MinusIcon, PlusIcon } from '@candor/ui/icons/ticket'
import { formatMoney, useTexts } from '../../shared/i18n/index.ts'
import { Money } from '../../shared/money/index.ts'
import { parseStake } from './contract-form-model.ts'
import type { StakeLimits } from './contract-form-model.ts'
import { LateSheet, useSheets } from './late-sheet.tsx'
import type { StakeInputProps } from './stake-input-props.ts'
import styles from './stake-stepper.module.css'
import stepper from './stepper.module.css'

export interface StakeStepperProps {
  readonly text: string
  readonly asset: string
  readonly limits: StakeLimits | null
  readonly isInvalid: boolean
  /** Under the number, line by line: the available balance, and the limits. */
  readonly note: string
  readonly onText: (text: string) => void
  readonly onStep: (direction: 'less' | 'more') => void
}

/** The stake: less, a number that can be typed, more. Holding a button repeats it. */
export function StakeStepper({ text, asset, limits, isInvalid, note, onText, onStep }: StakeStepperProps) {
  const { t, locale } = useTexts()
  const [isTyping, setIsTyping] = useState(false)
  const isGrouped = useIsGrouped(isTyping)
  const units = parseStake(text)
  const shown = units === null ? null : formatUnits(units)
  const field: StakeInputProps = {
    className: styles.input,
    'data-typing': isTyping || shown === null,
    role: 'spinbutton',
    inputMode: 'decimal',
    autoComplete: 'off',
    enterKeyHint: 'done',
    'aria-label': t('contract.stake'),
    'aria-valuenow': shown === null ? 0 : Number(shown),
    'aria-valuetext': shown === null ? text : formatMoney(locale, shown, asset),
    'aria-valuemin': limits === null ? undefined : Number(formatUnits(limits.minUnits)),
    'aria-valuemax': limits === null ? undefined : Number(formatUnits(limits.maxUnits)),
    'aria-invalid': isInvalid,
    text,
    onText,
    onFocus: (event) => {
      setIsTyping(true)
      event.currentTarget.select()
    },
    onBlur: () => setIsTyping(false),
    onKeyDown: (event) => {
      if (event.key === 'Enter') event.currentTarget.blur()
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      onStep(event.key === 'ArrowUp' ? 'more' : 'less')
    },
  }
  const button = (direction: 'less' | 'more', limit: bigint | undefined, sign: ReactNode) => (
    <RepeatButton
      label={t(`contract.stake.${direction}`)}
      isDisabled={isAtLimit(units, limit, direction)}
      onPress={() => onStep(direction)}
    >
      {sign}
    </RepeatButton>
  )
  return (
    <div className={classNames(stepper.stepper, styles.stepper)} data-invalid={isInvalid}>
      {button('less', limits?.minUnits, <MinusIcon size={20} />)}
      <div className={styles.middle}>
        <div className={styles.number}>
          {isTyping || shown === null ? null : (
            <span className={styles.shown} aria-hidden="true">
              <Money amount={shown} asset={asset} sign="never" />
            </span>
          )}
          {isGrouped ? <LateSheet draw={({ StakeInput }) => <StakeInput {...field} />} /> : <PlainInput {...field} />}
        </div>
        <p className={styles.note}>{note}</p>
      </div>
      {button('more', limits?.maxUnits, <PlusIcon size={20} />)}
    </div>
  )
}

/** Whether the field groups thousands: once the code for it is there. The one that is typed in stays as it is. */
function useIsGrouped(isTyping: boolean): boolean {
  const isThere = useSheets() !== null
  const [isGrouped, setIsGrouped] = useState(isThere)
  if (isThere && !isTyping && !isGrouped) setIsGrouped(true)
  return isGrouped
}

function PlainInput({ text, onText, ...field }: StakeInputProps) {
  return <input {...field} value={text} onChange={(event) => onText(event.currentTarget.value)} />
}

function isAtLimit(units: bigint | null, limit: bigint | undefined, direction: 'less' | 'more'): boolean {
  if (units === null || limit === undefined) return false
  return direction === 'less' ? units <= limit : units >= limit
}

interface RepeatButtonProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

const repeatAfterMs = 400
const repeatEveryMs = 110

function RepeatButton({ label, isDisabled, onPress, children }: RepeatButtonProps) {
  const press = useRef(onPress)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    press.current = onPress
  }, [onPress])
  useEffect(() => () => stop(timer), [])
  const again = () => {
    press.current()
    timer.current = setTimeout(again, repeatEveryMs)
  }
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onPress}
      onPointerDown={() => {
        timer.current = setTimeout(again, repeatAfterMs)
      }}
      onPointerUp={() => stop(timer)}
      onPointerLeave={() => stop(timer)}
      onPointerCancel={() => stop(timer)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  )
}

function stop(timer: RefObject<ReturnType<typeof setTimeout> | null>): void {
  if (timer.current !== null) clearTimeout(timer.current)
  timer.current = null
}
