import type { SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { locale, t } from '../../shared/i18n/index.ts'
import { waitParts } from './support-model.ts'

const languageNames = new Intl.DisplayNames(locale, { type: 'language' })

/** A language by its name: "German". */
export function languageLabel(language: string | null): string {
  return language === null ? t('support.language.none') : (languageNames.of(language) ?? language)
}

/** Who writes: a customer by the account, or a visitor without one by the number of the conversation. */
export function writerLabel({ id, customer }: Pick<SupportConversation, 'id' | 'customer'>): string {
  return customer === null ? visitorLabel(id) : t('support.account', { account: customer.publicId })
}

/** A visitor by the end of the conversation's long number. */
export function visitorLabel(id: string): string {
  return t('support.visitor', { number: id.slice(-6) })
}

/** Whether the writer has the conversation open. */
export function presenceLabel({ customer, visitor }: Pick<SupportConversation, 'customer' | 'visitor'>): string {
  return t((customer ?? visitor)?.isOnline === true ? 'support.online' : 'support.offline')
}

/** A waiting time: "45 s", "3 min". */
export function waitLabel(waitMs: number): string {
  const { unit, count } = waitParts(waitMs)
  return t(`support.wait.${unit}`, { count })
}

/** A message in a line of a list. */
export function messageLine(message: SupportMessage | null): string {
  if (message === null) return t('support.message.none')
  const { body } = message
  switch (body.kind) {
    case 'text':
      return body.text
    case 'thing':
      return t(`support.thing.${body.thing}`)
    case 'event':
      return eventLabel(message)
    case 'image':
    case 'location':
      return t(`support.message.${body.kind}`)
  }
}

/** The conversation's own events. */
export function eventLabel({ body, agent }: SupportMessage): string {
  return body.kind === 'event'
    ? t(`support.event.${body.event}`, { name: agent?.name ?? t('support.event.somebody') })
    : ''
}

/** A conversation's state, with its agent. */
export function stateLabel({ state, agent }: Pick<SupportConversation, 'state' | 'agent'>): string {
  return state === 'answering' && agent !== null
    ? t(agent.isOwn ? 'support.state.own' : 'support.state.other', { name: agent.name })
    : t(`support.state.${state === 'answering' ? 'waiting' : state}`)
}
