import { phraseText, securityPhrase, securityState } from '@candor/api'
import { Field } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { safeParse } from 'zod/mini'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { emptyTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { GuardedForm } from './guarded-form.tsx'

/** Sets the phrase by which the customer recognises our mail. */
export function PhrasePage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(securityState, {}), enabled: isSignedIn })
  const phrase = data?.phrase ?? null
  return (
    <GuardedForm<'phrase'>
      key={phrase}
      title={t('security.phrase')}
      lead={t('security.phrase.lead')}
      submit={t('security.phrase.submit')}
      empty={emptyTextForm({ phrase: phrase ?? '', loginPassword: '' })}
      errors={(texts) =>
        texts.phrase.trim() === '' || safeParse(phraseText, texts.phrase.trim()).success
          ? {}
          : { phrase: 'wrong-format' }
      }
      refused={{}}
      send={async (texts) => {
        const wanted = texts.phrase.trim()
        const result = await call(securityPhrase, {
          loginPassword: texts.loginPassword,
          ...(wanted === '' ? {} : { phrase: wanted }),
        })
        if (result.ok) invalidate(securityState)
        return result
      }}
      fields={(bind) => (
        <Field
          {...bind('phrase')}
          label={t('security.phrase')}
          hint={t('security.phrase.hint')}
          autoComplete="off"
          maxLength={40}
        />
      )}
    />
  )
}
