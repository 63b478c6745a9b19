import { useId, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { supportTextLength } from '@candor/api/support'
import { IconButton, PhotoInput, VisuallyHidden } from '@candor/ui'
import { ImageIcon } from '@candor/ui/icons/identity'
import { ArrowUpBoldIcon } from '@candor/ui/icons/ticket'
import { useTexts } from '../../shared/i18n/index.ts'
import { messageDraft } from './message-draft.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

interface ComposerProps {
  /** Takes a photo; null for a visitor, who sends texts only. */
  readonly onFile: ((file: File) => void) | null
}

/** The message field. Enter sends on a keyboard; on a phone the arrow does, and Enter starts a line. */
export function Composer({ onFile }: ComposerProps) {
  const { t } = useTexts()
  const client = useChatClient()
  const id = useId()
  const [text, setText] = useState(messageDraft.get)
  const write = (next: string) => {
    setText(next)
    messageDraft.set(next)
    client.typing(next.trim() !== '')
  }
  const send = () => {
    if (text.trim() === '') return
    client.send({ kind: 'text', text: text.trim() })
    write('')
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouchOnly()) return
    event.preventDefault()
    send()
  }
  return (
    <form className={styles.composer} onSubmit={onSubmit}>
      {onFile === null ? null : <PhotoButton onFile={onFile} />}
      <label htmlFor={id} className={styles.input}>
        <VisuallyHidden>{t('support.message')}</VisuallyHidden>
        <span className={styles.mirror} aria-hidden="true">
          {`${text} `}
        </span>
        <textarea
          id={id}
          rows={1}
          value={text}
          placeholder={t('support.message')}
          maxLength={supportTextLength}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <span className={styles.send}>
        <IconButton type="submit" label={t('support.send')}>
          <ArrowUpBoldIcon size={20} />
        </IconButton>
      </span>
    </form>
  )
}

const isTouchOnly = () => window.matchMedia('(hover: none)').matches

function PhotoButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <PhotoInput ref={input} onFile={onFile} />
      <IconButton label={t('support.attachPhoto')} onClick={() => input.current?.click()}>
        <ImageIcon />
      </IconButton>
    </>
  )
}
