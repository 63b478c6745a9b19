import { useState } from 'react'
import { securityBindPhone, securityUnbindPhone, userInfo } from '@candor/api'
import { Button, Field } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { CaptchaField } from '../../shared/account/codes/index.ts'
import {
  accountError,
  captchaFieldsOf,
  emptyTextForm,
  isAnswered,
  mobileDigits,
  noCaptcha,
} from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { GuardedForm } from './guarded-form.tsx'
import { PasswordSheet } from './password-sheet.tsx'

const empty = emptyTextForm({ mobile: '', captcha: '', loginPassword: '' })

/** Binds a mobile number, replaces the bound one, or removes it. */
export function BindPhonePage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { data: user } = useQuery({ ...queryFor(userInfo, {}), enabled: isSignedIn })
  const [captcha, setCaptcha] = useState(noCaptcha)
  const [round, setRound] = useState(0)
  const bound = user?.mobile ?? null
  return (
    <GuardedForm<'mobile' | 'captcha'>
      title={t('security.phone.title')}
      lead={bound === null ? t('security.phone.lead') : t('security.phone.leadBound', { mobile: bound })}
      submit={bound === null ? t('security.phone.submit') : t('security.phone.replace')}
      empty={empty}
      errors={({ mobile }) => ({
        ...(accountError('mobile', mobile) === null
          ? {}
          : { mobile: mobile === '' ? ('required' as const) : ('wrong-mobile' as const) }),
        ...(isAnswered(captcha) ? {} : { captcha: 'required' as const }),
      })}
      refused={{
        'already-registered': { field: 'mobile', text: t('security.phone.taken') },
        'wrong-captcha': { field: 'captcha', text: t('codes.captcha.wrong') },
      }}
      send={async ({ mobile, loginPassword }) => {
        const result = await call(securityBindPhone, { mobile, loginPassword, ...captchaFieldsOf(captcha) })
        // A captcha can be tried once, right or wrong.
        setCaptcha(noCaptcha)
        setRound(round + 1)
        if (result.ok) invalidate(userInfo)
        return result
      }}
      fields={(bind) => {
        const mobile = bind('mobile')
        const picture = bind('captcha')
        return (
          <>
            <Field
              {...mobile}
              onValue={(text) => mobile.onValue(mobileDigits(text))}
              label={bound === null ? t('security.phone') : t('security.phone.new')}
              aside={t('forms.mobileRule')}
              type="tel"
              inputMode="numeric"
              autoComplete="tel"
            />
            <CaptchaField
              round={round}
              answer={captcha}
              onAnswer={(answer) => {
                setCaptcha(answer)
                picture.onValue(answer.text)
              }}
              onLeft={picture.onBlur}
              error={picture.error}
            />
          </>
        )
      }}
      below={bound !== null && user?.email !== null ? <Unbind /> : null}
    />
  )
}

function Unbind() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="bare" onClick={() => setOpen(true)}>
        {t('security.phone.unbind')}
      </Button>
      {isOpen ? (
        <PasswordSheet
          title={t('security.phone.unbindTitle')}
          text={t('security.phone.unbindText')}
          submit={t('security.phone.unbind')}
          send={(loginPassword) => call(securityUnbindPhone, { loginPassword })}
          onDone={() => {
            invalidate(userInfo)
            navigation.back()
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
