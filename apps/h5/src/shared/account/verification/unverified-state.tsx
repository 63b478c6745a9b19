import { kycStateOf } from '@candor/api'
import type { UserView } from '@candor/api'
import { Button, Card, FactList, StatePanel } from '@candor/ui'
import { IdentificationCardIcon } from '@candor/ui/icons/account'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/index.ts'
import { durationWords, useTexts } from '../../i18n/index.ts'
import { navigation } from '../../page/index.ts'
import styles from './unverified-state.module.css'

export interface UnverifiedStateProps {
  readonly kycState: Exclude<UserView['kycState'], 'verified'>
  /** What needs it: "You need a verified identity to withdraw." */
  readonly purpose: string
}

/** The no-permission state of a screen that needs a verified identity: the requirements, and the link. */
export function UnverifiedState({ kycState, purpose }: UnverifiedStateProps) {
  const texts = useTexts()
  const { t } = texts
  const { data } = useQuery(queryFor(kycStateOf, {}))
  const time = data === undefined ? null : durationWords(texts, data.promiseMs)
  const canSend = kycState !== 'under-review'
  const waitingText = time === null ? purpose : t('verification.under-review.text', { purpose, time })
  return (
    <StatePanel
      icon={<IdentificationCardIcon size={28} />}
      title={t(`verification.${kycState}.title`)}
      text={kycState === 'under-review' ? waitingText : t(`verification.${kycState}.text`, { purpose })}
      actions={
        <>
          {canSend ? (
            <div className={styles.facts}>
              <Card>
                <FactList
                  facts={[
                    { name: t('verification.need'), value: t('verification.need.value') },
                    { name: t('verification.takes'), value: t('verification.takes.value') },
                    {
                      name: t('verification.answer'),
                      value: time === null ? '–' : t('verification.answer.value', { time }),
                    },
                  ]}
                />
              </Card>
            </div>
          ) : null}
          <Button onClick={() => navigation.navigate('certification')}>
            {t(canSend ? 'verification.start' : 'verification.look')}
          </Button>
        </>
      }
    />
  )
}
