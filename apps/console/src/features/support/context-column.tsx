import { useState } from 'react'
import { operatorCustomer, operatorCustomerContext } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import {
  operatorSupportClose,
  operatorSupportConversation,
  operatorSupportDesk,
  operatorSupportNoteAdd,
} from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import { useBusy } from '@candor/client/react'
import { Button, showToast, Tag } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { CasePart, Facts, MomentList } from '../../shared/case/index.ts'
import { money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { Loaded, TextArea } from '../../shared/page/index.ts'
import { languageLabel, visitorLabel } from './support-labels.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import type { AgentDesk } from './use-agent-desk.ts'
import styles from './support.module.css'

type View = OutputOf<typeof operatorSupportConversation>

export interface ContextColumnProps {
  readonly view: View
  /** The agent desk's current data: newer than the view. */
  readonly conversation: SupportConversation
  readonly agents: AgentDesk['agents']
}

/** The customer's data beside the conversation, the agents' notes, the ratings, and ending the conversation. */
export function ContextColumn({ view, conversation, agents }: ContextColumnProps) {
  const { customer, agent } = conversation
  return (
    <>
      {customer === null ? (
        <VisitorPart conversation={conversation} />
      ) : (
        <KnownCustomer customer={customer} conversation={conversation} registeredMs={view.registeredMs} />
      )}
      <Notes view={view} />
      <Ratings view={view} />
      {agent?.isOwn === true ? <Endings conversation={conversation} agents={agents} /> : null}
    </>
  )
}

function clientFacts({ language, device }: SupportConversation) {
  return [
    { name: t('support.fact.language'), value: languageLabel(language) },
    { name: t('support.fact.device'), value: device ?? t('support.fact.unknown') },
  ]
}

/** There is no account to show: who it is, only the conversation tells. */
function VisitorPart({ conversation }: { readonly conversation: SupportConversation }) {
  return (
    <CasePart title={visitorLabel(conversation.id)} aside={<Tag tone="quiet">{t('support.noAccount')}</Tag>}>
      <Facts isNarrow facts={clientFacts(conversation)} />
      <div className={styles.below}>
        <p className={styles.quiet}>{t('support.visitor.text')}</p>
      </div>
    </CasePart>
  )
}

interface CustomerPartProps {
  readonly customer: NonNullable<SupportConversation['customer']>
  readonly conversation: SupportConversation
  readonly registeredMs: number | null
}

/** What is open comes first, above the customer's facts. Read once a conversation is opened, which is recorded. */
function KnownCustomer(props: CustomerPartProps) {
  const { customer, conversation } = props
  const found = useQuery({
    ...queryFor(operatorCustomerContext, { id: customer.id }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Loaded query={found}>
        {({ openCases, contracts, questions }) => (
          <>
            <CasePart title={t('support.open')}>
              <MomentList moments={openCases.filter(({ kind }) => kind !== 'support')} none={t('support.open.none')} />
            </CasePart>
            <CasePart title={t('support.contracts')}>
              <MomentList moments={contracts} none={t('support.contracts.none')} />
            </CasePart>
            <CasePart title={t('support.questions')}>
              <MomentList
                moments={questions.filter(({ atMs }) => atMs < conversation.openedMs)}
                none={t('support.questions.none')}
              />
            </CasePart>
          </>
        )}
      </Loaded>
      <CustomerPart {...props} name={found.data?.name} />
    </>
  )
}

function CustomerPart({
  customer,
  conversation,
  registeredMs,
  name,
}: CustomerPartProps & { readonly name: string | null | undefined }) {
  return (
    <CasePart
      title={t('support.customer')}
      aside={customer.isEnabled ? null : <Tag tone="attention">{t('support.disabled')}</Tag>}
    >
      <Facts
        isNarrow
        facts={[
          { name: t('support.fact.name'), value: name === undefined ? '–' : (name ?? t('support.fact.noName')) },
          {
            name: t('support.fact.account'),
            value: (
              <a href={hrefOf('customers', customer.id)}>{t('support.account', { account: customer.publicId })}</a>
            ),
          },
          { name: t('support.fact.kyc'), value: t(`support.kyc.${customer.kycState}`) },
          ...clientFacts(conversation),
          {
            name: t('support.fact.registered'),
            value: registeredMs === null ? t('support.fact.unknown') : utcDateTime(registeredMs),
          },
        ]}
      />
      <Balances customerId={customer.id} />
    </CasePart>
  )
}

/** The customer's balances. Shown on request, which is recorded: a chat alone is no reason to look. */
function Balances({ customerId }: { readonly customerId: string }) {
  const [isAsked, setAsked] = useState(false)
  const found = useQuery({
    ...queryFor(operatorCustomer, { id: customerId }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isAsked)
    return (
      <div className={styles.below}>
        <Button tone="quiet" size="small" onClick={() => setAsked(true)}>
          {t('support.balances')}
        </Button>
        <p className={styles.quiet}>{t('support.balances.recorded')}</p>
      </div>
    )
  return (
    <div className={styles.below}>
      <Loaded query={found}>
        {({ assets }) => (
          <Facts
            isNarrow
            facts={assets.items.map(({ asset, available }) => ({
              name: asset,
              value: t('support.available', { amount: money(available) }),
            }))}
          />
        )}
      </Loaded>
    </div>
  )
}

/** The agents' internal notes. They look different from messages, because customers never see them. */
function Notes({ view: { conversation, notes } }: { readonly view: View }) {
  const [text, setText] = useState('')
  const [fault, setError] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const add = async () => {
    if (text.trim() === '') return setError(t('support.notes.empty'))
    const result = await during(call(operatorSupportNoteAdd, { id: conversation.id, text: text.trim() }))
    if (!result.ok) return setError(result.msg)
    setText('')
    refresh(operatorSupportConversation)
  }
  return (
    <CasePart title={t('support.notes')}>
      <div className={styles.notes}>
        <p className={styles.internal}>{t('support.notes.internal')}</p>
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <p className={styles.noteText} dir="auto">
                {note.text}
              </p>
              <p className={styles.quiet}>
                {t('support.notes.by', { name: note.operator, time: utcDateTime(note.atMs) })}
              </p>
            </li>
          ))}
        </ul>
        <TextArea
          label={t('support.notes.new')}
          value={text}
          onValue={(next) => {
            setText(next)
            setError(null)
          }}
          error={fault}
          maxLength={2_000}
        />
        <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void add()}>
          {t('support.notes.add')}
        </Button>
      </div>
    </CasePart>
  )
}

function Ratings({ view: { ratings } }: { readonly view: View }) {
  if (ratings.length === 0) return null
  return (
    <CasePart title={t('support.ratings')}>
      <ul className={styles.ratings}>
        {ratings.map(({ score, comment, atMs, operator }) => (
          <li key={atMs}>
            <b>{t('support.ratings.score', { score })}</b>
            {comment === '' ? null : <p dir="auto">{comment}</p>}
            <p className={styles.quiet}>
              {t('support.notes.by', { name: operator ?? t('shared.who.system'), time: utcDateTime(atMs) })}
            </p>
          </li>
        ))}
      </ul>
    </CasePart>
  )
}

/** Transferring or closing the agent's own conversation. */
function Endings({
  conversation,
  agents,
}: {
  readonly conversation: SupportConversation
  readonly agents: AgentDesk['agents']
}) {
  const [isHandingOn, setHandingOn] = useState(false)
  const { isBusy, during } = useBusy()
  const close = async () => {
    const result = await during(call(operatorSupportClose, { id: conversation.id }))
    refresh(operatorSupportDesk, operatorSupportConversation)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('support.close.done') : result.msg)
  }
  return (
    <div className={styles.endings}>
      <Button tone="quiet" size="medium" onClick={() => setHandingOn(true)}>
        {t('support.transfer')}
      </Button>
      <Button size="medium" isBusy={isBusy} onClick={() => void close()}>
        {t('support.close')}
      </Button>
      <p className={styles.quiet}>{t('support.close.text')}</p>
      {isHandingOn ? <TransferDialog id={conversation.id} agents={agents} onClose={() => setHandingOn(false)} /> : null}
    </div>
  )
}
