import { useState } from 'react'
import { Button, Card, Field } from '@candor/ui'
import { ChipRadios } from '../../shared/forms/chip-radios/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

const scores = ['1', '2', '3', '4', '5'] as const
const maxComment = 500

/** Asks for a rating once the conversation has ended: one to five, with an optional text. */
export function RatingCard({ isRated }: { readonly isRated: boolean }) {
  const { t } = useTexts()
  const client = useChatClient()
  const [score, setScore] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  if (isRated) {
    return (
      <p role="status" className={styles.event}>
        {t('support.rating.thanks')}
      </p>
    )
  }
  return (
    <Card isPadded>
      <section className={styles.rating} aria-label={t('support.rating')}>
        <h2>{t('support.rating')}</h2>
        <ChipRadios
          look="filled"
          label={t('support.rating.scale')}
          options={scores.map((value) => ({ value, label: value }))}
          value={score}
          onValue={setScore}
        />
        <p className={styles.small}>{t('support.rating.scale')}</p>
        <Field label={t('support.rating.comment')} value={comment} onValue={setComment} maxLength={maxComment} />
        <Button size="medium" disabled={score === null} onClick={() => client.rate(Number(score), comment.trim())}>
          {t('support.rating.send')}
        </Button>
      </section>
    </Card>
  )
}
