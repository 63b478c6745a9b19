import { useState } from 'react'
import { languages } from '@candor/api'
import {
  operatorSupportCanned,
  operatorSupportCannedAdd,
  operatorSupportCannedChange,
} from '@candor/api/operator/support'
import type { SupportCannedAnswer } from '@candor/api/operator/support'
import { supportTextLength } from '@candor/api/support'
import { call, refresh } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
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
  const keep = async () => {
    const form = { title: title.trim(), text: text.trim(), ...(language === anyLanguage ? {} : { language }) }
    const result =
      current === null
        ? await call(operatorSupportCannedAdd, form)
        : await call(operatorSupportCannedChange, { id: current.id, ...form })
    if (!result.ok) return result.msg
    refresh(operatorSupportCanned)
    return null
  }
  return (
    <ActDialog
      title={t(current === null ? 'support.answers.add' : 'support.answers.change')}
      confirm={t('support.answers.keep')}
      faultOf={() => (title.trim() === '' || text.trim() === '' ? t('support.answers.fault') : null)}
      send={keep}
      onClose={onClose}
    >
      {(fault) => (
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
      )}
    </ActDialog>
  )
}
