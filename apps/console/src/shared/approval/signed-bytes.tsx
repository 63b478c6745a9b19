import { useEffect, useState } from 'react'
import { t } from '../i18n/index.ts'
import type { SignedCase } from './confirmation-model.ts'
import styles from './confirmation-dialog.module.css'
import { digestOf } from './sign.ts'
import { signedLines } from './signed-labels.ts'

interface SignedBytesProps {
  readonly bytes: string
  /** Null where this console cannot read them. */
  readonly signed: SignedCase | null
}

/** What the passkey signs, line by line; on request the bytes themselves with their whole SHA-256. */
export function SignedBytes({ bytes, signed }: SignedBytesProps) {
  const [isWhole, setWhole] = useState(false)
  const [hex, setHex] = useState('')
  useEffect(() => {
    void digestOf(bytes).then((digest) => setHex(hexOf(digest)))
  }, [bytes])
  return (
    <section className={styles.signed} aria-label={t('shared.confirmation.exactly')}>
      <div className={styles.signedHead}>
        <b>{t('shared.confirmation.exactly')}</b>
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'shared.confirmation.inWords' : 'shared.confirmation.bytes', {
            count: new TextEncoder().encode(bytes).length,
          })}
        </button>
      </div>
      {isWhole || signed === null ? <pre>{bytes}</pre> : <SignedLines signed={signed} />}
      <p className={styles.digest}>
        {t('shared.confirmation.digest')} <code>{isWhole ? hex : shortened(hex)}</code>
      </p>
    </section>
  )
}

function SignedLines({ signed }: { readonly signed: SignedCase }) {
  return (
    <dl className={styles.facts}>
      <dt>{t('shared.confirmation.act')}</dt>
      <dd>{t('shared.confirmation.act.text', { act: signed.act.replace('.', ' '), number: signed.number })}</dd>
      {signedLines(signed).map(({ name, value }) => (
        <SignedLine key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function SignedLine({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function hexOf(digest: Uint8Array): string {
  return inFours(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** In groups of four characters, which are easier to compare. */
export function inFours(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ')
}

/** The first and last two groups of a digest. */
function shortened(hex: string): string {
  return hex === '' ? '' : `${hex.slice(0, 9)} … ${hex.slice(-9)}`
}
