import type { ReactNode } from 'react'
import type { SupportBody, SupportDraft, SupportMessage, SupportThing } from '@candor/api/support'
import { Button, classNames, VisuallyHidden } from '@candor/ui'
import { MapPinIcon } from '@candor/ui/icons/map'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { useOwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { coordinatesText } from '../../shared/forms/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { agentTitle, eventWords, thingWords } from './chat-labels.ts'
import type { Outgoing } from './chat-model.ts'
import { SupportPhoto } from './support-photo.tsx'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

/** One message of the conversation. */
export function MessageLine({ message }: { readonly message: SupportMessage }) {
  const texts = useTexts()
  const { from, agent, body } = message
  if (body.kind === 'event') return <li className={styles.event}>{eventWords(texts, message)}</li>
  const isOwn = from === 'customer'
  return (
    <li className={classNames(styles.bubble, isOwn ? styles.own : styles.theirs)}>
      {from === 'assistant' ? (
        <p className={styles.label}>{texts.t('support.assistant')}</p>
      ) : (
        <VisuallyHidden>{isOwn ? texts.t('support.you') : agentTitle(texts, agent)} </VisuallyHidden>
      )}
      <Body body={body} />
    </li>
  )
}

/** A message that the server has not acknowledged: on its way, waiting for a line, or not taken. */
export function OutgoingLine({
  outgoing,
  isConnected,
}: {
  readonly outgoing: Outgoing
  readonly isConnected: boolean
}) {
  const { t } = useTexts()
  const client = useChatClient()
  const { clientId, draft, refusal } = outgoing
  return (
    <li className={styles.outgoing}>
      <div className={classNames(styles.bubble, styles.own)}>
        <VisuallyHidden>{t('support.you')} </VisuallyHidden>
        <DraftBody draft={draft} />
      </div>
      {refusal === null ? (
        <p className={styles.mark}>{t(isConnected ? 'support.sending' : 'support.waiting')}</p>
      ) : (
        <div className={styles.failed} role="alert">
          <p>{t('support.failed', { reason: refusal })}</p>
          <Button tone="quiet" size="small" onClick={() => client.retry(clientId)}>
            {t('shared.action.retry')}
          </Button>
          <Button tone="bare" size="small" onClick={() => client.discard(clientId)}>
            {t('support.discard')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Body({ body }: { readonly body: Exclude<SupportBody, { kind: 'event' }> }): ReactNode {
  switch (body.kind) {
    case 'text':
      return <span className={styles.text}>{body.text}</span>
    case 'image':
      return <SupportPhoto {...body} />
    case 'location':
      return <PlaceCard {...body} />
    case 'thing':
      return <ThingCard {...body} />
  }
}

/** A message being sent, as it will look. A record's facts come from the server. */
function DraftBody({ draft }: { readonly draft: SupportDraft }): ReactNode {
  const { t } = useTexts()
  switch (draft.kind) {
    case 'text':
      return <span className={styles.text}>{draft.text}</span>
    case 'image':
      return t('support.photo')
    case 'location':
      return <PlaceCard {...draft} />
    case 'thing':
      return thingWords({ t }, draft.thing, '')
  }
}

function PlaceCard({ lat, lng, label }: { readonly lat: number; readonly lng: number; readonly label: string }) {
  const { t } = useTexts()
  const title = label === '' ? t('support.place') : label
  return (
    <a className={styles.card} href={hrefOf('openLocation', { lat: String(lat), lng: String(lng), label })}>
      <span className={styles.cardIcon}>
        <MapPinIcon size={20} />
      </span>
      <span className={styles.cardWords}>
        <b>{title}</b>
        <span className={styles.small}>{coordinatesText({ lat, lng })}</span>
      </span>
      <CaretRightIcon size={16} />
    </a>
  )
}

const recordsOf = {
  withdrawal: 'withdrawalRecords',
  recharge: 'rechargeRecords',
  order: 'contractOrders',
  sale: 'tradeOrders',
} as const satisfies Record<SupportThing, string>

function ThingCard({ thing, id, facts }: Extract<SupportBody, { kind: 'thing' }>) {
  const texts = useTexts()
  const money = useOwnMoney()
  const amount = money(facts.amount, facts.asset)
  return (
    <a className={styles.card} href={hrefOf(recordsOf[thing], { id })}>
      <span className={styles.cardIcon}>
        <ReceiptIcon size={20} />
      </span>
      <span className={styles.cardWords}>
        <b>{facts.symbol === null ? amount : `${facts.symbol} · ${amount}`}</b>
        <span className={styles.small}>{thingWords(texts, thing, facts.state)}</span>
      </span>
      <CaretRightIcon size={16} />
    </a>
  )
}
