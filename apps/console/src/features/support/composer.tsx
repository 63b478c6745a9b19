import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { operatorSupportCanned, operatorSupportTyping } from '@candor/api/operator/support'
import type { SupportCannedAnswer, SupportConversation } from '@candor/api/operator/support'
import { supportTextLength } from '@candor/api/support'
import { Button, classNames, IconButton, PhotoInput } from '@candor/ui'
import { ImageIcon } from '@candor/ui/icons/identity'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useShortcuts } from '../../shared/navigation/index.ts'
import { write } from './outbox.ts'
import { repliesFor } from './support-model.ts'
import styles from './composer.module.css'

/** The agent's message field. Enter sends, Shift and Enter starts a line; a leading slash offers canned replies. */
export function Composer({ conversation: { id, customer, language } }: { readonly conversation: SupportConversation }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const { text, change, offered, chosen, choose, insert, send } = useDraft(id, language)
  useShortcuts({ r: () => field.current?.focus() })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = arrows[event.key]
    if (offered !== null && step !== undefined) {
      event.preventDefault()
      choose(step)
    } else if (event.key === 'Escape') {
      if (offered === null) field.current?.blur()
      else change('')
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (offered === null) send()
      else insert(offered[chosen])
    }
  }
  return (
    <div className={styles.composer}>
      {offered === null ? null : <Offered id={listId} answers={offered} chosen={chosen} onInsert={insert} />}
      {customer === null ? null : <PhotoButton onPhoto={(photo) => write(id, photo)} />}
      <textarea
        ref={field}
        rows={2}
        value={text}
        maxLength={supportTextLength}
        className={styles.field}
        dir="auto"
        placeholder={t('support.write.hint')}
        aria-label={t('support.write')}
        aria-haspopup="listbox"
        aria-controls={offered === null ? undefined : listId}
        aria-autocomplete="list"
        aria-activedescendant={offered === null || offered.length === 0 ? undefined : `${listId}-${chosen}`}
        aria-keyshortcuts="R"
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        // A visitor gets texts only.
        onPaste={(event) => customer !== null && pastePhoto(event, (photo) => write(id, photo))}
      />
      <Button size="medium" disabled={text.trim() === '' || offered !== null} onClick={send}>
        {t('support.send')}
      </Button>
    </div>
  )
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A conversation's draft is kept until the agent returns to it. */
const drafts = new Map<string, string>()

/** A conversation's draft, and the canned replies that it matches. */
function useDraft(id: string, language: string | null) {
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  const [chosen, setChosen] = useState(0)
  const canned = useQuery({ ...queryFor(operatorSupportCanned, {}), staleTime: 60_000 })
  const tellTyping = useTyping(id)
  const offered = repliesFor(canned.data?.items ?? [], text, language)
  const change = (next: string) => {
    setText(next)
    setChosen(0)
    drafts.set(id, next)
    // A search for a canned reply is not a reply yet.
    tellTyping(next.trim() !== '' && !next.startsWith('/'))
  }
  return {
    text,
    change,
    offered,
    chosen,
    choose: (step: number) => setChosen((chosen + step + (offered?.length ?? 0)) % Math.max(1, offered?.length ?? 0)),
    insert: (answer: SupportCannedAnswer | undefined) => {
      if (answer !== undefined) change(answer.text)
    },
    send: () => {
      if (text.trim() === '' || offered !== null) return
      write(id, text.trim())
      change('')
    },
  }
}

function pastePhoto(event: ClipboardEvent, onPhoto: (photo: File) => void): void {
  const photo = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
  if (photo === undefined) return
  event.preventDefault()
  onPhoto(photo)
}

interface OfferedProps {
  readonly id: string
  readonly answers: readonly SupportCannedAnswer[]
  readonly chosen: number
  readonly onInsert: (answer: SupportCannedAnswer) => void
}

/** The matching canned replies: arrows select, Enter inserts one, to be reviewed before sending. */
function Offered({ id, answers, chosen, onInsert }: OfferedProps) {
  return (
    <div id={id} className={styles.offered} role="listbox" aria-label={t('support.answers')}>
      {answers.length === 0 ? <p className={styles.none}>{t('support.answers.noMatch')}</p> : null}
      {answers.map((answer, index) => (
        <div
          key={answer.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={classNames(styles.option, index === chosen && styles.chosen)}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault()
            onInsert(answer)
          }}
        >
          <b>{answer.title}</b>
          <span>{answer.text}</span>
        </div>
      ))}
    </div>
  )
}

function PhotoButton({ onPhoto }: { readonly onPhoto: (photo: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t('support.photo.send')} onClick={() => input.current?.click()}>
        <ImageIcon size={20} />
      </IconButton>
      <PhotoInput ref={input} onFile={onPhoto} />
    </>
  )
}

const typingEveryMs = 4_000

/**
 * Shows the customer that an agent is typing: at the first letter, periodically after that, and no longer once it is
 * sent or cancelled.
 */
function useTyping(id: string): (isTyping: boolean) => void {
  const told = useRef({ isTyping: false, atMs: 0 })
  const tell = (isTyping: boolean) => {
    const nowMs = Date.now()
    const { current } = told
    if (isTyping === current.isTyping && (!isTyping || nowMs - current.atMs < typingEveryMs)) return
    told.current = { isTyping, atMs: nowMs }
    void call(operatorSupportTyping, { id, isTyping })
  }
  useEffect(
    () => () => {
      if (told.current.isTyping) void call(operatorSupportTyping, { id, isTyping: false })
    },
    [id],
  )
  return tell
}
