import type { OutputOf, inviteSummary } from '@candor/api'
import { Button, Card, IconButton, Logo, LogoMark, Skeleton } from '@candor/ui'
import { ShareNetworkIcon } from '@candor/ui/icons/invite'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { QrCode } from '@candor/ui/qr'
import { formatMoney, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, pageOf, PageScreen } from '../../shared/page/index.ts'
import { copyText, useSharing } from '../../shared/page/records/index.ts'
import { invitationLink } from './invitation-link.ts'
import { useInvitation } from './invite-queries.ts'
import { InvitedList } from './invited-list.tsx'
import styles from './invite-page.module.css'
import { ShownName } from './shown-name.tsx'

type Invitation = OutputOf<typeof inviteSummary>

const codePx = 190

/** The customer's invitation as a code, a link and a QR code, and the invitees. */
export const InvitePage = pageOf({ title: 'invite.title', signedOut: 'invite.signedOut' }, OwnInvitation)

function OwnInvitation() {
  const { t } = useTexts()
  const invitation = useInvitation()
  return (
    <Loaded queries={{ invitation }} failed={t('invite.failed')} skeleton={<InviteSkeleton />}>
      {(read) => <InvitationView invitation={read.invitation} />}
    </Loaded>
  )
}

function InvitationView({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useTexts()
  const { share, sheet } = useSharing()
  const { code, invited } = invitation
  const link = invitationLink(code, window.location)
  return (
    <PageScreen
      dock={
        <div className={styles.actions}>
          <Button tone="quiet" icon={<CopyIcon />} onClick={() => void copyText(link)}>
            {t('invite.copyLink')}
          </Button>
          <Button
            icon={<ShareNetworkIcon />}
            onClick={() => void share({ title: t('invite.title'), text: t('invite.share.text', { code, link }) })}
          >
            {t('invite.share')}
          </Button>
        </div>
      }
    >
      <Card>
        <div className={styles.card}>
          <Logo height={27} />
          <div className={styles.frame}>
            <QrCode text={link} label={t('invite.qr')} sizePx={codePx} mark={<LogoMark height={24} />} />
          </div>
          <p className={styles.label}>{t('invite.code')}</p>
          <p className={styles.code}>
            <span>{code}</span>
            <IconButton label={t('invite.code.copy')} onClick={() => void copyText(code)}>
              <CopyIcon size={20} />
            </IconButton>
          </p>
        </div>
      </Card>
      <InviteWords invitation={invitation} />
      <ShownName shownName={invitation.shownName ?? ''} />
      {invited === 0 ? null : <InvitedList />}
      {sheet}
    </PageScreen>
  )
}

function InviteWords({ invitation: { invited, verified, reward } }: { readonly invitation: Invitation }) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.words}>
      <p>{t('invite.text')}</p>
      {reward === null ? null : (
        <p>{t('invite.reward', { amount: formatMoney(locale, reward.amount, reward.asset), left: reward.left })}</p>
      )}
      <p className={styles.joined}>
        {t('invite.joined', { count: invited })}
        {invited === 0 ? null : <> · {t('invite.verified', { count: verified })}</>}
      </p>
    </div>
  )
}

function InviteSkeleton() {
  return (
    <Card>
      <div className={styles.card}>
        <Skeleton width={95} height={27} />
        <div className={styles.frame}>
          <Skeleton width={codePx} height={codePx} radius={14} />
        </div>
        <Skeleton width={150} height={32} />
      </div>
    </Card>
  )
}
