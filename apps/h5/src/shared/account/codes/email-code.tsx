import { useRef, useState } from 'react'
import { codeSend } from '@candor/api'
import type { CallOf } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, CodeField, showToast } from '@candor/ui'
import { call } from '../../api/index.ts'
import { formatCountdown, useTexts } from '../../i18n/index.ts'
import styles from './email-code.module.css'
import { accountError, captchaFieldsOf, isAnswered, keepsFocus, noCaptcha, RefusalNote } from '../../forms/index.ts'
import { CaptchaField } from './captcha-field.tsx'
import { sendProven } from './send-proven.ts'
import { useSecondsUntil } from './use-countdown.ts'

/** The specification's pause between two codes; the server enforces it, too, and may require a longer one. */
const resendMs = 60_000

export interface EmailCodeProps {
  readonly email: string
  readonly purpose: CallOf<typeof codeSend>['purpose']
  /** The account that the code is for, where the address is not its own. */
  readonly account?: string | undefined
  readonly bound: {
    readonly value: string
    readonly onValue: (text: string) => void
    readonly onBlur: () => void
    readonly error: string | null
  }
}

/**
 * Sends a code to the address and takes it. After several codes an hour the server requires a captcha first, which the
 * phone solves by itself; the customer sees a picture where it cannot.
 */
export function EmailCode({ email, purpose, account, bound }: EmailCodeProps) {
  const { t } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  // The code is what is typed next.
  const code = useCodeSending({ email, purpose, account }, () => element.current?.querySelector('input')?.focus())
  const restSeconds = useSecondsUntil(code.resendAtMs)
  return (
    <div ref={element} className={styles.code}>
      <CodeField
        {...bound}
        label={t('codes.label')}
        kind="digits"
        progress={t('codes.progress', { filled: bound.value.length, length: 6 })}
        aside={
          restSeconds > 0 ? (
            <span role="timer">{t('codes.newIn', { time: formatCountdown(restSeconds * 1_000) })}</span>
          ) : undefined
        }
      />
      {code.needsCaptcha ? (
        <CaptchaField
          round={code.round}
          answer={code.captcha}
          onAnswer={code.setCaptcha}
          onLeft={() => undefined}
          error={null}
        />
      ) : null}
      <RefusalNote text={code.refusal} />
      {restSeconds > 0 ? null : (
        <Button tone="quiet" size="medium" {...keepsFocus} isBusy={code.isBusy} onClick={() => void code.send()}>
          {code.resendAtMs === null ? t('codes.send') : t('codes.sendAgain')}
        </Button>
      )}
    </div>
  )
}

function useCodeSending({ email, purpose, account }: Omit<EmailCodeProps, 'bound'>, onSent: () => void) {
  const { t } = useTexts()
  const { isBusy, during } = useBusy()
  const [resendAtMs, setResendAtMs] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const [captcha, setCaptcha] = useState(noCaptcha)
  const [round, setRound] = useState(0)

  const send = async () => {
    if (accountError('email', email) !== null) return setRefusal(t('forms.wrongEmail'))
    if (needsCaptcha && !isAnswered(captcha)) return setRefusal(t('codes.captcha.required'))
    setRefusal(null)
    const result = await during(
      sendProven({
        answer: needsCaptcha ? captcha : noCaptcha,
        send: (proof) =>
          call(codeSend, { channel: 'email', address: email, purpose, account, ...captchaFieldsOf(proof) }),
      }),
    )
    if (result.ok) {
      setNeedsCaptcha(false)
      setResendAtMs(Date.now() + result.value.resendAfterMs)
      showToast('done', t('codes.sent'))
      return onSent()
    }
    setRefusal(result.msg)
    setRound(round + 1)
    if (result.error === 'captcha-required' || result.error === 'wrong-captcha') setNeedsCaptcha(true)
    if (result.error === 'frequent-operations') setResendAtMs(Date.now() + resendMs)
  }
  return { isBusy, resendAtMs, refusal, needsCaptcha, captcha, setCaptcha, round, send }
}
