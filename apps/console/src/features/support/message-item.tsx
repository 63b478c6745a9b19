import { operatorSupportImage } from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage, SupportThing } from '@candor/api/support'
import { Button, classNames } from '@candor/ui'
import { download } from '../../shared/api/index.ts'
import { useOpenedFile } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { discard, sendAgain } from './outbox.ts'
import type { Outgoing } from './outbox.ts'
import { eventLabel } from './support-labels.ts'
import styles from './conversation.module.css'

export interface MessageItemProps {
  readonly conversation: SupportConversation
  readonly message: SupportMessage
  /** The customer has seen it. */
  readonly isRead: boolean
}

/** One message, on its author's side. */
export function MessageItem({ conversation, message, isRead }: MessageItemProps) {
  const { from, agent, atMs, body } = message
  if (body.kind === 'event')
    return (
      <p className={styles.event}>
        {eventLabel(message)} · {utcDateTime(atMs)}
      </p>
    )
  const isCustomers = from === 'customer'
  const writer = t(conversation.customer === null ? 'support.visitor.who' : 'shared.who.customer')
  const author = isCustomers ? writer : (agent?.name ?? t('shared.who.system'))
  return (
    <div className={classNames(styles.message, isCustomers ? styles.theirs : styles.ours)}>
      <div className={styles.bubble} dir="auto" lang={isCustomers ? (conversation.language ?? undefined) : undefined}>
        <Body conversationId={conversation.id} message={message} />
      </div>
      <p className={styles.foot}>
        {t(isRead ? 'support.foot.read' : 'support.foot', { name: author, time: utcDateTime(atMs) })}
      </p>
    </div>
  )
}

function Body({
  conversationId,
  message: { body },
}: {
  readonly conversationId: string
  readonly message: SupportMessage
}) {
  switch (body.kind) {
    case 'text':
      return body.text
    case 'image':
      return <Photo conversationId={conversationId} imageId={body.imageId} />
    case 'location':
      return (
        <>
          <b>{body.label === '' ? t('support.message.location') : body.label}</b>
          <span className={styles.small}>{`${body.lat.toFixed(5)}, ${body.lng.toFixed(5)}`}</span>
        </>
      )
    case 'thing':
      return (
        <>
          <b>{money(body.facts.amount, body.facts.asset)}</b>
          <span className={styles.small}>
            {[
              t(`support.thing.${body.thing}`),
              body.facts.symbol,
              body.facts.state.replaceAll('-', ' '),
              utcDateTime(body.facts.atMs),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
          <ThingNumber thing={body.thing} id={body.id} />
        </>
      )
    case 'event':
      return null
  }
}

const screens = { withdrawal: 'withdrawals', recharge: 'recharges', sale: 'floor' } as const

/** The number of a thing; it leads to the thing where the console has a screen for it. */
function ThingNumber({ thing, id }: { readonly thing: SupportThing; readonly id: string }) {
  const words = t('support.thing.number', { id })
  if (thing === 'order') return <span className={styles.small}>{words}</span>
  return (
    <a className={styles.small} href={hrefOf(screens[thing], id)}>
      {words}
    </a>
  )
}

/** A photo is hidden until opened: opening a customer's is recorded. */
function Photo({ conversationId, imageId }: { readonly conversationId: string; readonly imageId: string }) {
  const load = () => download(operatorSupportImage, { id: conversationId, imageId })
  const { opened, isBusy, open } = useOpenedFile(load)
  if (opened !== null && 'url' in opened)
    return <img className={styles.photo} src={opened.url} alt={t('support.message.image')} />
  return (
    <>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void open()}>
        {t('support.photo.open')}
      </Button>
      {opened === null ? null : <span className={styles.small}>{opened.refusal}</span>}
    </>
  )
}

/** An outgoing message: resent automatically once the server responds, or on a press. */
export function OutgoingItem({ entry }: { readonly entry: Outgoing }) {
  const { clientId, conversationId, content, state, reason } = entry
  return (
    <div className={classNames(styles.message, styles.ours, styles.onTheWay)}>
      <div className={styles.bubble} dir="auto">
        {typeof content === 'string' ? content : content.name}
      </div>
      <p className={styles.foot} role="status">
        {t(`support.outgoing.${state}`, { reason: reason ?? '' })}
      </p>
      {state === 'sending' ? null : (
        <div className={styles.again}>
          {state === 'failed' ? (
            <Button tone="quiet" size="small" onClick={() => sendAgain(conversationId)}>
              {t('shared.action.retry')}
            </Button>
          ) : null}
          <Button tone="quiet" size="small" onClick={() => discard(clientId)}>
            {t('support.outgoing.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}
