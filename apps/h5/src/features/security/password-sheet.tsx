import { useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useBusy } from '@candor/client/react'
import { Button, Sheet, showToast } from '@candor/ui'
import type { CallResult } from '../../shared/api/index.ts'
import { focusFirstInvalid, useTypedText } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { LoginPasswordField } from './guarded-form.tsx'
import styles from './security-page.module.css'

export interface PasswordSheetProps<Value> {
  readonly title: string
  readonly text: string
  readonly submit: string
  readonly send: (loginPassword: string) => Promise<CallResult<Value>>
  readonly onDone: (value: Value) => void
  readonly onClose: () => void
  /** Above the password. */
  readonly children?: ReactNode
}

/** Asks for the login password in a sheet, for single-press actions. */
export function PasswordSheet<Value>({
  title,
  text,
  submit,
  send,
  onDone,
  onClose,
  children,
}: PasswordSheetProps<Value>) {
  const { t } = useTexts()
  const { typed, setError } = useTypedText()
  const { isBusy, during } = useBusy()
  const element = useRef<HTMLFormElement>(null)
  const run = async () => {
    if (typed.value === '') {
      setError(t('forms.required.password'))
      return focusFirstInvalid(element.current)
    }
    const result = await during(send(typed.value))
    if (result.ok) {
      if (result.msg !== '') showToast('done', result.msg)
      onClose()
      return onDone(result.value)
    }
    setError(result.error === 'wrong-login-password' ? t('security.wrongLogin') : result.msg)
    focusFirstInvalid(element.current)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Sheet title={title} closeLabel={t('shared.action.close')} onClose={onClose} isBusy={isBusy}>
      <form ref={element} noValidate className={styles.fields} onSubmit={onSubmit}>
        <p className={styles.sheetText}>{text}</p>
        {children}
        <LoginPasswordField {...typed} onBlur={() => undefined} />
        <Button type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </form>
    </Sheet>
  )
}
