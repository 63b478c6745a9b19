import { useState } from 'react'
import { userInfo } from '@candor/api'
import type { UserView } from '@candor/api'
import { Card, IconButton, LateSkeleton, Skeleton, Tag } from '@candor/ui'
import { PaletteIcon, TranslateIcon } from '@candor/ui/icons/account'
import { CameraIcon } from '@candor/ui/icons/security'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, RetryLine } from '../../shared/page/index.ts'
import { AppearanceSheet } from './appearance-sheet.tsx'
import { AvatarSheet } from './avatar-sheet.tsx'
import { Avatar } from './avatar.tsx'
import avatarStyles from './avatar.module.css'
import { accountName, groupedId } from './mine-model.ts'
import styles from './mine-page.module.css'

/** The signed-in customer, and the state of their identity check. */
export function AccountCard() {
  const { t } = useTexts()
  const { data: user, isError, refetch } = useQuery(queryFor(userInfo, {}))
  if (isError && user === undefined) {
    return (
      <Card isPadded>
        <RetryLine onRetry={refetch}>{t('mine.profile.failed')}</RetryLine>
      </Card>
    )
  }
  if (user === undefined) {
    return (
      <div className={styles.account}>
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.account}>
            <Skeleton width={56} height={56} radius="50%" />
            <div className={styles.skeletons}>
              <Skeleton width={180} height={18} />
              <Skeleton width={120} height={12} />
            </div>
          </div>
        </LateSkeleton>
      </div>
    )
  }
  return (
    <div className={styles.account}>
      <PictureButton user={user} />
      <div className={styles.words}>
        <h1 className={styles.name}>
          <Breakable text={accountName(user)} />
        </h1>
        <p className={styles.id}>
          {t('mine.account', { id: groupedId(user.id) })}
          <Tag>
            {user.kycState === 'verified' ? <CheckCircleFillIcon size={14} /> : null}
            {t(user.kycState === 'verified' ? 'mine.identity.verifiedTag' : `mine.identity.${user.kycState}`)}
          </Tag>
        </p>
      </div>
      <Settings />
    </div>
  )
}

/** Language and theme, at the top for a customer who cannot read the rows below. */
function Settings() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.settings}>
      <a href={hrefOf('language')} aria-label={t('mine.language')}>
        <TranslateIcon />
      </a>
      <IconButton label={t('mine.appearance.theme')} onClick={() => setOpen(true)}>
        <PaletteIcon />
      </IconButton>
      {isOpen ? <AppearanceSheet onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** A long e-mail address wraps before its @, not in the middle of a name. */
function Breakable({ text }: { readonly text: string }) {
  const at = text.indexOf('@')
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

/** The button lies over the picture: initials inside it would become its accessible name. */
function PictureButton({ user }: { readonly user: UserView }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className={avatarStyles.change}>
        <Avatar user={user} />
        <span className={avatarStyles.badge}>
          <CameraIcon size={14} />
        </span>
        <button
          type="button"
          className={avatarStyles.cover}
          aria-label={t('mine.avatar.change')}
          onClick={() => setOpen(true)}
        />
      </span>
      {isOpen ? <AvatarSheet user={user} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
