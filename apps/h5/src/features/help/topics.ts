/** The articles by topic, in the order of the list, each with those to read next. */
export const topics = {
  start: {
    'first-steps': ['contract', 'identity', 'recharge'],
    sandbox: ['first-steps', 'price-log'],
  },
  contracts: {
    contract: ['windows', 'odds', 'tie-and-void'],
    windows: ['contract', 'tie-and-void', 'receipt'],
    odds: ['contract', 'limits'],
    'tie-and-void': ['windows', 'complaints'],
    'market-closed': ['tie-and-void', 'alerts'],
  },
  proof: {
    receipt: ['acceptance', 'windows', 'price-log'],
    acceptance: ['receipt', 'price-log'],
    'price-log': ['receipt', 'acceptance'],
  },
  money: {
    recharge: ['recharge-missing', 'withdrawal'],
    'recharge-missing': ['recharge', 'complaints'],
    withdrawal: ['new-destination', 'payment-password', 'identity'],
    'new-destination': ['withdrawal', 'sign-in'],
  },
  more: {
    swap: ['selling', 'interest'],
    interest: ['swap', 'withdrawal'],
    selling: ['swap', 'payment-password'],
  },
  account: {
    identity: ['withdrawal', 'complaints'],
    'payment-password': ['sign-in', 'withdrawal'],
    'sign-in': ['payment-password', 'new-destination'],
    limits: ['odds', 'closing'],
    invitations: ['first-steps', 'identity'],
    closing: ['withdrawal', 'limits'],
  },
  app: {
    alerts: ['install', 'market-closed'],
    install: ['alerts', 'first-steps'],
    complaints: ['receipt', 'tie-and-void'],
  },
} as const

export type TopicName = keyof typeof topics
type Topics = typeof topics
/** An article, by the name that its address and the links of other articles use. */
export type ArticleName = { [Topic in TopicName]: keyof Topics[Topic] & string }[TopicName]

const isTopicName = (name: string): name is TopicName => Object.hasOwn(topics, name)
export const topicNames: readonly TopicName[] = Object.keys(topics).filter(isTopicName)

const nextOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(topics).flatMap((about) => Object.entries<readonly string[]>(about)),
)

export const isArticleName = (name: string): name is ArticleName => Object.hasOwn(nextOf, name)
export const articleNames: readonly ArticleName[] = Object.keys(nextOf).filter(isArticleName)

/** The articles of a topic, in the order of the list. */
export const articlesAbout = (topic: TopicName): readonly ArticleName[] =>
  Object.keys(topics[topic]).filter(isArticleName)

/** The articles to read after one. */
export const relatedTo = (name: ArticleName): readonly ArticleName[] => (nextOf[name] ?? []).filter(isArticleName)
