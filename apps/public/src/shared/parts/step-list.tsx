import type { ReactNode } from 'react'
import { classNames, VisuallyHidden } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { CaretDownIcon, CaretUpIcon, XCircleFillIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../i18n/index.ts'
import styles from './step-list.module.css'
import { useFold } from './use-fold.ts'

/**
 * How a step stands: passed, failed, not judged because an earlier one failed, absent but allowed (such as no witness),
 * or being checked.
 */
export type StepState = 'passed' | 'failed' | 'not-judged' | 'absent' | 'checking'

export interface Step {
  /** Unique in its list. */
  readonly name: string
  readonly state: StepState
  /** A sentence about the world: “The averages follow from them”. */
  readonly title: ReactNode
  /** Its evidence in one line of numbers. */
  readonly note?: ReactNode
  /** The evidence in full; a step without any does not open. */
  readonly detail?: ReactNode
}

/** The steps of a check. A failed one opens itself. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={`${step.name} ${step.state}`} className={classNames(step.state === 'failed' && styles.failed)}>
          <StepRow {...step} />
        </li>
      ))}
    </ol>
  )
}

/** One step: its state, its sentence, and its evidence when opened. */
export function StepRow({ state, title, note, detail }: Omit<Step, 'name'>) {
  const { isOpen, button, panel } = useFold(state === 'failed')
  const face = (
    <>
      <StepMark state={state} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </span>
    </>
  )
  if (detail === undefined) return <div className={styles.row}>{face}</div>
  return (
    <>
      <button type="button" className={styles.row} {...button}>
        {face}
        <span className={styles.caret}>{isOpen ? <CaretUpIcon size={16} /> : <CaretDownIcon size={16} />}</span>
      </button>
      <div {...panel}>
        <div className={styles.detail}>{detail}</div>
      </div>
    </>
  )
}

function StepMark({ state }: { readonly state: StepState }) {
  const { t } = useTexts()
  return (
    <span className={classNames(styles.mark, styles[state])}>
      {state === 'passed' ? <CheckCircleFillIcon size={20} /> : null}
      {state === 'failed' ? <XCircleFillIcon size={20} /> : null}
      <VisuallyHidden>{t(`shared.step.${state}`)}</VisuallyHidden>
    </span>
  )
}
