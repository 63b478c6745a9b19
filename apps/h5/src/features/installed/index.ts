/** The installable app: it opens without a network, and reports newer versions. */
export { InstalledStrip } from './installed-strip.tsx'
