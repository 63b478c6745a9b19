import type { SupportAgent, SupportBody, SupportMessage, SupportThing } from '@candor/api/support'
import { momentText, sentenceGap } from '../../shared/i18n/index.ts'
import type { MessageKey, Texts } from '../../shared/i18n/index.ts'
import type { Chat } from './chat-model.ts'

const minuteMs = 60_000

const minutesOf = (ms: number) => Math.max(1, Math.round(ms / minuteMs))

/** The agent's name; the sandbox's assistant never gets a person's name. */
export function agentTitle({ t }: Texts, agent: SupportAgent | null): string {
  if (agent === null) return t('support.title')
  return agent.isAssistant ? t('support.assistant') : t('support.agent', { name: agent.name })
}

/** The expected reply time, in one line. */
export function availabilityWords(texts: Texts, { phase, state, setting }: Chat): string {
  const { t } = texts
  if (phase === 'connecting') return t('support.connecting')
  if (phase !== 'online') return t('support.notConnected')
  if (state?.agent?.isAssistant) return t('support.assistant.what')
  const waitMs = setting?.availability.usualWaitMs ?? null
  const usual = waitMs === null ? '' : t('support.usually', { minutes: minutesOf(waitMs) })
  if (state?.agent) return [t('support.person'), usual].join(sentenceGap(texts.locale)).trim()
  if (state?.queue) {
    const { position, waitMs: restMs } = state.queue
    return restMs === null
      ? t('support.queue', { position })
      : t('support.queue.wait', { position, minutes: minutesOf(restMs) })
  }
  if (setting === null) return ''
  const { isOpen, nextOpenMs } = setting.availability
  if (setting.greeting === 'assistant') return t('support.greeting.assistant')
  if (!isOpen)
    return nextOpenMs === null
      ? t('support.closed')
      : t('support.closedUntil', { time: momentText(texts, nextOpenMs, Date.now()) })
  return setting.greeting === 'away' ? t('support.greeting.away') : usual || t('support.greeting.welcome')
}

const yearDays = 365

/** How long a conversation is kept: "2 years", or in days when not whole years. */
export function keptWords({ locale }: Pick<Texts, 'locale'>, days: number): string {
  const [count, unit] = days % yearDays === 0 ? [days / yearDays, 'year'] : [days, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

const things: Readonly<Record<SupportThing, MessageKey>> = {
  withdrawal: 'support.thing.withdrawal',
  recharge: 'support.thing.recharge',
  order: 'support.thing.order',
  sale: 'support.thing.sale',
}

/** The states of everything that can be sent, in the specification's words. */
const states: Readonly<Record<string, MessageKey>> = {
  'under-review': 'support.state.review',
  approved: 'support.state.progress',
  sent: 'support.state.progress',
  'in-progress': 'support.state.progress',
  completed: 'support.state.completed',
  failed: 'support.state.failed',
  rejected: 'support.state.failed',
  cancelled: 'support.state.unfinished',
  lapsed: 'support.state.unfinished',
  open: 'support.state.open',
  closed: 'support.state.closed',
}

/** A record and its state: "Withdrawal, under review". */
export function thingWords({ t }: Pick<Texts, 't'>, thing: SupportThing, state: string): string {
  const key = states[state]
  return key === undefined ? t(things[thing]) : t('support.thing.withState', { thing: t(things[thing]), state: t(key) })
}

/** A message as text, for screen readers. */
export function spokenWords(texts: Texts, { agent, body }: SupportMessage): string {
  return texts.t('support.says', { name: agentTitle(texts, agent), text: bodyWords(texts, body) })
}

function bodyWords(texts: Texts, body: SupportBody): string {
  const { t } = texts
  switch (body.kind) {
    case 'text':
      return body.text
    case 'image':
      return t('support.photo')
    case 'location':
      return t('support.place')
    case 'thing':
      return thingWords(texts, body.thing, body.facts.state)
    case 'event':
      return ''
  }
}

/** A line of the conversation itself. */
export function eventWords({ t }: Texts, { agent, body }: SupportMessage): string {
  if (body.kind !== 'event') return ''
  return t(`support.event.${body.event}`, { name: agent?.isAssistant ? t('support.assistant') : (agent?.name ?? '') })
}
