import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { languages } from '@candor/api'
import { classNames, Logo, Note } from '@candor/ui'
import { ListIcon } from '@candor/ui/icons/proof'
import { CaretRightIcon, FlaskIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { useMode } from '../shared/api/index.ts'
import { chooseLanguage, langAttribute, languageName, useTexts } from '../shared/i18n/index.ts'
import styles from './app.module.css'
import { linkIcons, links } from './page-list.ts'
import type { PageName } from './page-list.ts'

interface FrameProps {
  readonly current: PageName
  readonly children: ReactNode
}

/** Sandbox bar, head with the seven links, the page, and the links again as a list that ends each page on a phone. */
export function Frame({ current, children }: FrameProps) {
  const { t, isFallback } = useTexts()
  const isSandbox = useMode() === 'sandbox'
  const more = useRef<HTMLHeadingElement>(null)
  const moreId = useId()
  return (
    <div className={classNames(styles.frame, !isSandbox && styles.live)}>
      {isSandbox ? (
        <aside className={styles.sandbox} aria-label={t('app.sandbox.name')}>
          <FlaskIcon size={16} />
          <span role="note">
            <b>{t('app.sandbox.name')}</b> · {t('app.sandbox.text')}
          </span>
        </aside>
      ) : null}
      <div className={styles.page}>
        <header className={styles.head}>
          <a href="/check/" className={styles.mark} aria-label={t('app.home')}>
            <Logo height={22} />
          </a>
          <nav className={styles.nav} aria-label={t('app.nav.label')}>
            {links.map((name) => (
              <a key={name} href={`/${name}/`} aria-current={name === current ? 'page' : undefined}>
                {t(`app.nav.${name}`)}
              </a>
            ))}
          </nav>
          <span className={styles.grow} />
          <a className={styles.open} href="/h5/">
            {t('app.open')}
          </a>
          <button
            type="button"
            className={styles.menu}
            aria-label={t('app.menu')}
            onClick={() => {
              more.current?.scrollIntoView({ block: 'start' })
              more.current?.focus({ preventScroll: true })
            }}
          >
            <ListIcon />
          </button>
        </header>
        <main className={styles.main}>
          {isFallback ? (
            <div className={styles.fallback} lang="en">
              <Note tone="attention" icon={<WarningCircleIcon size={18} />} role="status">
                {t('app.fallback')}
              </Note>
            </div>
          ) : null}
          {children}
        </main>
        <section className={styles.more} aria-labelledby={moreId}>
          <h2 id={moreId} ref={more} tabIndex={-1}>
            {t('app.more')}
          </h2>
          <nav aria-label={t('app.more')}>
            {links
              .filter((name) => name !== current)
              .map((name) => (
                <MoreLink key={name} name={name} />
              ))}
          </nav>
        </section>
        <Foot isSandbox={isSandbox} />
      </div>
    </div>
  )
}

function MoreLink({ name }: { readonly name: (typeof links)[number] }) {
  const { t } = useTexts()
  const Icon = linkIcons[name]
  return (
    <a href={`/${name}/`}>
      <Icon size={20} />
      <span>{t(`app.title.${name}`)}</span>
      <CaretRightIcon size={16} />
    </a>
  )
}

function Foot({ isSandbox }: { readonly isSandbox: boolean }) {
  const { t, language } = useTexts()
  return (
    <footer className={styles.foot}>
      <span>{t(isSandbox ? 'app.foot.sandbox' : 'app.foot.live')}</span>
      <span className={styles.grow} />
      <label>
        <span>{t('app.language')}</span>
        <select
          value={language}
          onChange={(event) => {
            const chosen = languages.find((known) => known === event.target.value)
            if (chosen !== undefined) void chooseLanguage(chosen)
          }}
        >
          {languages.map((each) => (
            <option key={each} value={each} lang={langAttribute(each)}>
              {languageName(each)}
            </option>
          ))}
        </select>
      </label>
    </footer>
  )
}
