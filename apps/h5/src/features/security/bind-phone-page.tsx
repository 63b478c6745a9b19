import { useState } from 'react'
import { securityBindPhone, securityUnbindPhone, userInfo } from '@candor/api'
import { Button } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { CaptchaField, sendProven } from '../../shared/account/codes/index.ts'
import { MobileField } from '../../shared/account/mobile/index.ts'
import { accountError, captchaFieldsOf, emptyTextForm, isAnswered, noCaptcha } from '../../shared/forms/index.ts'
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
  const proof = useProof()
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
        ...(proof.needsPicture && !isAnswered(proof.captcha) ? { captcha: 'required' as const } : {}),
      })}
      refused={{
        'already-registered': { field: 'mobile', text: t('security.phone.taken') },
        'wrong-captcha': { field: 'captcha', text: t('codes.captcha.wrong') },
      }}
      send={proof.bind}
      fields={(bind) => {
        const picture = bind('captcha')
        return (
          <>
            <MobileField
              {...bind('mobile')}
              label={bound === null ? t('security.phone') : t('security.phone.new')}
              autoComplete="tel"
            />
            {proof.needsPicture ? (
              <CaptchaField
                round={proof.round}
                answer={proof.captcha}
                onAnswer={(answer) => {
                  proof.onCaptcha(answer)
                  picture.onValue(answer.text)
                }}
                onLeft={picture.onBlur}
                error={picture.error}
              />
            ) : null}
          </>
        )
      }}
      below={bound !== null && user?.email !== null ? <Unbind /> : null}
    />
  )
}

/** What sends the number with a captcha, and the picture where the phone could not solve one. */
function useProof() {
  const [captcha, setCaptcha] = useState(noCaptcha)
  const [needsPicture, setNeedsPicture] = useState(false)
  const [round, setRound] = useState(0)
  const bind = async ({ mobile, loginPassword }: { readonly mobile: string; readonly loginPassword: string }) => {
    const result = await sendProven({
      answer: captcha,
      isAlwaysRequired: true,
      send: (proof) => call(securityBindPhone, { mobile, loginPassword, ...captchaFieldsOf(proof) }),
    })
    // A captcha can be tried once, right or wrong.
    setCaptcha(noCaptcha)
    setRound(round + 1)
    if (result.ok) {
      invalidate(userInfo)
      return result
    }
    if (result.error === 'captcha-required' || result.error === 'wrong-captcha') setNeedsPicture(true)
    const unsolved = { error: 'invalid', fields: { captcha: 'required' } } as const
    return result.error === 'captcha-required' ? { ...result, ...unsolved } : result
  }
  return { captcha, onCaptcha: setCaptcha, needsPicture, round, bind }
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
