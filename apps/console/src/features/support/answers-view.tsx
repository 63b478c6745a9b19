import { useState } from 'react'
import { operatorSupportCanned, operatorSupportCannedRemove } from '@candor/api/operator/support'
import type { SupportCannedAnswer } from '@candor/api/operator/support'
import { useBusy } from '@candor/client/react'
import { Button, showToast } from '@candor/ui'
import { TrayIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { EmptyState, Loaded, Page, PageBody, RecordTable } from '../../shared/page/index.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { SupportTabs } from './support-tabs.tsx'
import { languageLabel } from './support-labels.ts'
import styles from './support.module.css'

/** Canned replies, shared by all agents. */
export function AnswersView() {
  const answers = useQuery(queryFor(operatorSupportCanned, {}))
  const [editing, setEditing] = useState<SupportCannedAnswer | 'new' | null>(null)
  return (
    <Page
      title={t('support.title')}
      actions={
        <Button tone="quiet" size="small" onClick={() => setEditing('new')}>
          {t('support.answers.add')}
        </Button>
      }
    >
      <SupportTabs open="answers" />
      <PageBody>
        <p className={styles.quiet}>{t('support.answers.text')}</p>
        <Loaded query={answers}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={TrayIcon} texts={['support.answers.none', 'support.answers.noneText']} />
            ) : (
              <RecordTable
                label={t('support.answers')}
                rows={items}
                columns={[
                  { key: 'title', title: t('support.answers.title'), isOneLine: true, cell: ({ title }) => title },
                  {
                    key: 'language',
                    title: t('support.fact.language'),
                    cell: ({ language }) => (language === null ? t('support.answers.any') : languageLabel(language)),
                  },
                  { key: 'text', title: t('support.answers.content'), cell: ({ text }) => text },
                  {
                    key: 'act',
                    title: t('support.answers.act'),
                    isTitleHidden: true,
                    isOneLine: true,
                    cell: (answer) => <Acts answer={answer} onChange={() => setEditing(answer)} />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </PageBody>
      {editing === null ? null : (
        <AnswerDialog current={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}

function Acts({ answer, onChange }: { readonly answer: SupportCannedAnswer; readonly onChange: () => void }) {
  const { isBusy, during } = useBusy()
  const remove = async () => {
    const result = await during(call(operatorSupportCannedRemove, { id: answer.id }))
    refresh(operatorSupportCanned)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('support.answers.removed') : result.msg)
  }
  return (
    <div className={styles.acts}>
      <Button tone="quiet" size="small" onClick={onChange}>
        {t('support.answers.change')}
      </Button>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void remove()}>
        {t('support.answers.remove')}
      </Button>
    </div>
  )
}
