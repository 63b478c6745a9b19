import { inviteNameSet, inviteSummary } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, Card, Field, showToast } from '@candor/ui'
import { call, invalidate } from '../../shared/api/index.ts'
import { useTypedText } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './invite-page.module.css'

/** The name that people see who enter the customer's code: none until the customer sets one. */
export function ShownName({ shownName }: { readonly shownName: string }) {
  const { t } = useTexts()
  const { typed, setError } = useTypedText(shownName)
  const { isBusy, during } = useBusy()
  const save = async () => {
    const result = await during(call(inviteNameSet, { name: typed.value }))
    if (result.ok) {
      invalidate(inviteSummary)
      return showToast('done', result.msg)
    }
    setError(result.fields.name === undefined ? result.msg : t('invite.name.wrong'))
  }
  return (
    <Card isPadded>
      <form
        noValidate
        className={styles.shown}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          {...typed}
          label={t('invite.name.label')}
          hint={t('invite.name.hint')}
          autoComplete="off"
          maxLength={30}
        />
        <Button type="submit" tone="quiet" size="medium" isBusy={isBusy} disabled={typed.value.trim() === shownName}>
          {t('invite.name.save')}
        </Button>
      </form>
    </Card>
  )
}
