import type { UserView } from '@candor/contract'
import { Button, Card, FactList, StatePanel } from '@candor/ui'
import { IdentificationCardIcon } from '@candor/ui/icons/account'
import { useTexts } from '../i18n/index.ts'
import { navigation } from '../navigation/index.ts'
import styles from './unverified-state.module.css'

export interface UnverifiedStateProps {
  readonly kycState: Exclude<UserView['kycState'], 'verified'>
  /** What needs it: "Withdrawing needs a verified identity." */
  readonly purpose: string
}

/** The no-permission state of a screen that needs a verified identity: what it takes, and the way there. */
export function UnverifiedState({ kycState, purpose }: UnverifiedStateProps) {
  const { t } = useTexts()
  const canSend = kycState !== 'under-review'
  return (
    <StatePanel
      icon={<IdentificationCardIcon size={28} />}
      title={t(`verification.${kycState}.title`)}
      text={`${purpose} ${t(`verification.${kycState}.text`)}`}
      actions={
        <>
          {canSend ? (
            <div className={styles.facts}>
              <Card>
                <FactList
                  facts={[
                    { name: t('verification.need'), value: t('verification.need.value') },
                    { name: t('verification.takes'), value: t('verification.takes.value') },
                    { name: t('verification.answer'), value: t('verification.answer.value') },
                  ]}
                />
              </Card>
            </div>
          ) : null}
          <Button onClick={() => navigation.navigate('certification')}>{t(canSend ? 'verification.start' : 'verification.look')}</Button>
        </>
      }
    />
  )
}
