/**
 * Replaces a key of a data folder, with the data that depends on it. `npm run rotate` without arguments prints its
 * usage.
 */
import process from 'node:process'
import { runNamedDataCommand } from '../apps/launcher/src/data-command.ts'
import { rotateCommand, runRotateCommand } from './rotate/rotate-command.ts'

await runNamedDataCommand(rotateCommand, (args) => runRotateCommand(args, process.env))
