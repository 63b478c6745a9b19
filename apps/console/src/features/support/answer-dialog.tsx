import { useState } from 'react'
import { languages } from '@candor/api'
import {
  operatorSupportCanned,
  operatorSupportCannedAdd,
  operatorSupportCannedChange,
} from '@candor/api/operator/support'
import type { SupportCannedAnswer } from '@candor/api/operator/support'
import { supportTextLength } from '@candor/api/support'
import { Button, Dialog } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea, TextInput } from '../../shared/page/index.ts'
import { languageLabel } from './support-labels.ts'
import styles from './support.module.css'

export interface AnswerDialogProps {
  /** Null for a new one. */
  readonly current: SupportCannedAnswer | null
  readonly onClose: () => void
}

const anyLanguage = 'any'
const choices = [anyLanguage, ...languages] as const

/** A canned reply, new or changed. */
export function AnswerDialog({ current, onClose }: AnswerDialogProps) {
  const [title, setTitle] = useState(current?.title ?? '')
  const [language, setLanguage] = useState<(typeof choices)[number]>(
    () => languages.find((known) => known === current?.language) ?? anyLanguage,
  )
  const [text, setText] = useState(current?.text ?? '')
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    if (title.trim() === '' || text.trim() === '') return setError(t('support.answers.fault'))
    const form = { title: title.trim(), text: text.trim(), ...(language === anyLanguage ? {} : { language }) }
    setBusy(true)
    const result =
      current === null
        ? await call(operatorSupportCannedAdd, form)
        : await call(operatorSupportCannedChange, { id: current.id, ...form })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorSupportCanned)
    onClose()
  }
  return (
    <Dialog
      title={t(current === null ? 'support.answers.add' : 'support.answers.change')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void keep()}>
            {t('support.answers.keep')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput label={t('support.answers.title')} value={title} onValue={setTitle} maxLength={60} />
        <Select
          label={t('support.fact.language')}
          value={language}
          onValue={setLanguage}
          options={choices.map((value) => ({
            value,
            label: value === anyLanguage ? t('support.answers.any') : languageLabel(value),
          }))}
        />
        <TextArea
          label={t('support.answers.content')}
          value={text}
          onValue={setText}
          error={fault}
          maxLength={supportTextLength}
        />
      </div>
    </Dialog>
  )
}
