import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/index.ts'
import styles from './password-meter.module.css'
import type * as strengthModule from './password-strength.ts'

type StrengthOf = typeof strengthModule.strengthOf

const bars = ['weak', 'fair', 'good', 'strong'] as const

export interface PasswordMeterProps {
  readonly password: string
  readonly names: readonly string[]
}

/** How strong a typed password is. Its dictionary is large and loads with the first character; until then, nothing. */
export function PasswordMeter({ password, names }: PasswordMeterProps) {
  const { t } = useTexts()
  const strengthOf = useStrength(password !== '')
  if (strengthOf === null || password === '') return null
  const strength = strengthOf(password, names)
  const filled = bars.indexOf(strength) + 1
  return (
    <div className={styles.meter} data-strength={strength}>
      <span className={styles.bars} aria-hidden="true">
        {bars.map((bar, index) => (
          <span key={bar} data-filled={index < filled} />
        ))}
      </span>
      <output>{t(`new-password.strength.${strength}`)}</output>
    </div>
  )
}

function useStrength(isTyped: boolean): StrengthOf | null {
  const [strengthOf, setStrengthOf] = useState<StrengthOf | null>(null)
  useEffect(() => {
    if (!isTyped || strengthOf !== null) return
    let isOver = false
    import('./password-strength.ts').then(
      (loaded) => {
        if (!isOver) setStrengthOf(() => loaded.strengthOf)
      },
      // The form works without the meter: the server refuses what is too easy to guess.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isTyped, strengthOf])
  return strengthOf
}
