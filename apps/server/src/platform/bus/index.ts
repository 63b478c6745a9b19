/** Messages between roles: typed topics within one process. */
export { createBus } from './bus.ts'
export type { Bus, DayFigures, Frame, PublishedFrame, Topic, Topics } from './bus.ts'
