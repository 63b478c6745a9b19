/** Messages between roles: typed topics within one process, some of which other processes share. */
export { createBus } from './bus.ts'
export type { Bus, ChatSign, DayFigures, Frame, PublishedFrame, Topic, Topics, Touched } from './bus.ts'
export { createJoinedBus } from './joined-bus.ts'
export type { JoinedBus, SharedMessage } from './joined-bus.ts'
