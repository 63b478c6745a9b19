import type { ReactNode } from 'react'
import { StepBar } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { PageScreen } from '../../shared/page/index.ts'
import styles from './recharge-page.module.css'

const steps = 2

interface RechargeStepProps {
  readonly step: 1 | 2
  readonly title: string
  readonly lead: ReactNode
  readonly dock: ReactNode
  readonly children: ReactNode
}

/** The screen of a step: how far the recharge is, the step's heading, and its decision in the dock. */
export function RechargeStepScreen({ step, title, lead, dock, children }: RechargeStepProps) {
  const { t } = useTexts()
  return (
    <PageScreen hasDockLine dock={dock}>
      <StepBar step={step} steps={steps} label={t('recharge.stepOf', { step, steps })} />
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.form}>{children}</div>
    </PageScreen>
  )
}
