import { ButtonRow, LateSkeleton, RowList, Sheet, Skeleton } from '@candor/ui'
import { formatDay, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { FailedState } from '../../shared/page/index.ts'
import { thingWords } from './chat-labels.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'
import { useOwnThings } from './use-own-things.ts'

/** The customer's newest records: a tap sends one. */
export function ThingSheet({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  const client = useChatClient()
  const money = useOwnMoney()
  const { things, error, isLoading, retry } = useOwnThings()
  return (
    <Sheet title={t('support.sendThing')} closeLabel={t('shared.action.close')} onClose={onClose}>
      {isLoading ? (
        <LateSkeleton label={t('shared.loading')}>
          <Skeleton width="100%" height={160} radius={20} />
        </LateSkeleton>
      ) : error !== null ? (
        <FailedState error={error} onRetry={retry} />
      ) : things.length === 0 ? (
        <p className={styles.nothing}>{t('support.noThings')}</p>
      ) : (
        <RowList>
          {things.map(({ thing, id, amount, asset, state, atMs }) => (
            <ButtonRow
              key={`${thing} ${id}`}
              title={
                <>
                  {money(amount, asset)}
                  <br />
                  <span className={styles.small}>{thingWords(texts, thing, state)}</span>
                </>
              }
              detail={formatDay(locale, atMs)}
              hasCaret={false}
              onPress={() => {
                client.send({ kind: 'thing', thing, id })
                onClose()
              }}
            />
          ))}
        </RowList>
      )}
    </Sheet>
  )
}
