/** As many rows as a tall phone shows: they are drawn first, before the app and by it. */
export const firstRows = 10
