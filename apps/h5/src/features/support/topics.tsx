import type { ReactNode } from 'react'
import type { SupportThing } from '@candor/api/support'
import { ButtonRow, LinkRow, RowList } from '@candor/ui'
import { ArrowDownIcon, ArrowUpIcon } from '@candor/ui/icons/account'
import { QuestionIcon } from '@candor/ui/icons/security'
import { ChartLineIcon, UserCircleIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { thingWords } from './chat-labels.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'
import { useOwnThings } from './use-own-things.ts'

interface Topic {
  readonly name: 'withdrawal' | 'order' | 'recharge' | 'account'
  /** The kind of record that it is about. */
  readonly thing: SupportThing | null
  readonly icon: ReactNode
}

const topics: readonly Topic[] = [
  { name: 'withdrawal', thing: 'withdrawal', icon: <ArrowUpIcon size={20} /> },
  { name: 'order', thing: 'order', icon: <ChartLineIcon size={20} /> },
  { name: 'recharge', thing: 'recharge', icon: <ArrowDownIcon size={20} /> },
  { name: 'account', thing: null, icon: <UserCircleIcon size={20} /> },
]

/** What customers ask most, in an empty conversation. A tap asks it, with the newest record that it is about. */
export function Topics() {
  const texts = useTexts()
  const { t } = texts
  const client = useChatClient()
  const money = useOwnMoney()
  const { things, isLoading } = useOwnThings()
  if (isLoading) return null
  return (
    <section className={styles.topics} aria-label={t('support.topics.title')}>
      <p className={styles.ask}>{t('support.topics.title')}</p>
      <RowList hasIcons>
        {topics.map(({ name, thing, icon }) => {
          const newest = things.find((one) => one.thing === thing)
          return (
            <ButtonRow
              key={name}
              icon={icon}
              title={
                <>
                  {t(`support.topic.${name}`)}
                  {newest === undefined ? null : (
                    <>
                      <br />
                      <span className={styles.small}>
                        {money(newest.amount, newest.asset)} · {thingWords(texts, newest.thing, newest.state)}
                      </span>
                    </>
                  )}
                </>
              }
              onPress={() => {
                client.send({ kind: 'text', text: t(`support.topic.${name}`) })
                if (newest !== undefined) client.send({ kind: 'thing', thing: newest.thing, id: newest.id })
              }}
            />
          )
        })}
      </RowList>
      <p className={styles.small}>{t('support.topics.text')}</p>
    </section>
  )
}

/** The way to the help articles, above what customers ask most. */
export function HelpRow() {
  const { t } = useTexts()
  return (
    <RowList hasIcons>
      <LinkRow href={hrefOf('help')} icon={<QuestionIcon size={20} />} title={t('support.help')} />
    </RowList>
  )
}
