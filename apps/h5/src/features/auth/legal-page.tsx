import { legalAgree, legalConsents, legalDocuments, legalName } from '@candor/api'
import type { LegalDocument, OutputOf } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, Card, LinkRow, RowList, showToast, Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { documentList, legalDocumentsQuery, LegalText } from '../../shared/account/legal/index.ts'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { formatDate, useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, Loaded, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import styles from './auth.module.css'

/** The legal texts, for everyone: their list, or one of them. */
export function LegalPage() {
  const { t } = useTexts()
  // A document, `terms`, or one version of it, `terms.2`.
  const { id = '', part } = useRouteParams('legal')
  const [name, version = ''] = id.split('.')
  const chosen = legalName.options.find((one) => one === name)
  return (
    <Page title={t(chosen === undefined ? 'legal.title' : `legal.name.${chosen}`)}>
      <PageScreen>
        {chosen === undefined ? (
          <Documents />
        ) : (
          <LegalText
            name={chosen}
            version={/^[1-9]\d{0,3}$/.test(version) ? Number(version) : undefined}
            hasVersions
            part={Number(part ?? 0)}
          />
        )}
      </PageScreen>
    </Page>
  )
}

function Documents() {
  const { t, locale } = useTexts()
  const isSignedIn = useIsSignedIn()
  const documents = useQuery(legalDocumentsQuery)
  const { data: consents } = useQuery({ ...queryFor(legalConsents, {}), enabled: isSignedIn })
  return (
    <Loaded
      queries={{ documents }}
      failed={t('legal.loadFailed')}
      skeleton={<Skeleton width="100%" height={224} radius={20} />}
    >
      {({ documents: { items } }) => (
        <div className={styles.legal}>
          {items.length === 0 ? <p>{t('legal.none')}</p> : null}
          {isSignedIn && consents !== undefined && consents.owed.length > 0 ? <Asked documents={items} /> : null}
          <RowList>
            {items.map(({ name, version, publishedMs }) => (
              <LinkRow
                key={name}
                href={hrefOf('legal', { id: name })}
                title={
                  <>
                    {t(`legal.name.${name}`)}
                    <span className={styles.under}>
                      {t('legal.version', { version, date: formatDate(locale, publishedMs) })}
                    </span>
                    <Given name={name} consents={isSignedIn ? consents : undefined} />
                  </>
                }
              />
            ))}
          </RowList>
        </div>
      )}
    </Loaded>
  )
}

interface GivenProps {
  readonly name: LegalDocument['name']
  readonly consents: OutputOf<typeof legalConsents> | undefined
}

/** Which version the customer agreed to last, and when. */
function Given({ name, consents }: GivenProps) {
  const { t, locale } = useTexts()
  const given = consents?.given.find((one) => one.name === name)
  if (given === undefined) return null
  const { version, agreedMs } = given
  return <span className={styles.under}>{t('legal.agreed', { version, date: formatDate(locale, agreedMs) })}</span>
}

/** Asks for consent to the newest versions. */
function Asked({ documents }: { readonly documents: readonly LegalDocument[] }) {
  const { t } = useTexts()
  const { isBusy, during } = useBusy()
  const agree = async () => {
    const result = await during(call(legalAgree, { documents: documentList(documents) }))
    if (result.ok) {
      invalidate(legalConsents)
      return showToast('done', t('legal.agreedToast'))
    }
    if (result.error === 'terms-changed') invalidate(legalDocuments)
    showToast('refused', result.error === 'terms-changed' ? t('legal.replacedNow') : result.msg)
  }
  return (
    <Card isPadded>
      <p className={styles.asked}>{t('legal.owed')}</p>
      <Button isBusy={isBusy} onClick={() => void agree()}>
        {t('legal.agree')}
      </Button>
    </Card>
  )
}
