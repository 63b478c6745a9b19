import { supportImagePath } from '@candor/api/support'
import { useQuery } from '@tanstack/react-query'
import { supportBase } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './support.module.css'
import { useChatClient } from './use-chat.ts'

/** A photo that is taller for its width is cut at the top and the bottom. */
const narrowest = 0.7

interface SupportPhotoProps {
  readonly imageId: string
  readonly widthPx: number
  readonly heightPx: number
}

/** A photo of the conversation. Fetched with the chat's own token; its room is reserved before it loads. */
export function SupportPhoto({ imageId, widthPx, heightPx }: SupportPhotoProps) {
  const { t } = useTexts()
  const client = useChatClient()
  const { data, isError } = useQuery({
    queryKey: ['support-photo', imageId],
    queryFn: async ({ signal }) => {
      const response = await fetch(supportBase + supportImagePath(imageId), {
        headers: { token: client.token() ?? '' },
        // As the login of the chat.
        credentials: 'include',
        signal,
      })
      if (!response.ok) throw new Error('the photo was not answered')
      return URL.createObjectURL(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  if (isError) return <span className={styles.small}>{t('support.photo.failed')}</span>
  return (
    <span className={styles.photo} style={{ aspectRatio: Math.max(widthPx / heightPx, narrowest) }}>
      {data === undefined ? null : <img src={data} alt={t('support.photo')} width={widthPx} height={heightPx} />}
    </span>
  )
}
