/** What makes the page an app: it opens without a network, and hears of newer versions. */
export { InstalledStrip } from './installed-strip.tsx'
