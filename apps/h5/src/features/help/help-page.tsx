import { Skeleton } from '@candor/ui'
import { QuestionIcon } from '@candor/ui/icons/security'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import { emptyPageOf, Loaded, navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { articlesQuery } from './articles.ts'
import { HelpArticle } from './help-article.tsx'
import { HelpList } from './help-list.tsx'

/** Help, for everyone: the list with its search, or the article that the address names. */
export function HelpPage() {
  const { t, language } = useTexts()
  const { id, part } = useRouteParams('help')
  const articles = useQuery(articlesQuery(language))
  return (
    <Page title={t('help.title')}>
      {/* Another article begins at its top. */}
      <PageScreen key={id}>
        <Loaded
          queries={{ articles }}
          failed={t('help.failed')}
          skeleton={<Skeleton width="100%" height={320} radius={20} />}
        >
          {(read) => {
            const article = read.articles.find(({ name }) => name === id)
            if (article !== undefined)
              return <HelpArticle article={article} articles={read.articles} part={Number(part ?? 0)} />
            return id === undefined ? <HelpList articles={read.articles} /> : <NoArticle />
          }}
        </Loaded>
      </PageScreen>
    </Page>
  )
}

/** A link of an older version, or of another app. */
const NoArticle = emptyPageOf(QuestionIcon, ['help.missing.title', 'help.missing.text', 'help.all'], () =>
  navigation.redirect('help'),
)
