/**
 * Manages the operators' accounts of a data folder, as the owner of its database. `npm run operator` without arguments
 * prints its usage.
 */
import process from 'node:process'
import { runNamedDataCommand } from '../apps/launcher/src/data-command.ts'
import { operatorCommand, runOperatorCommand } from './operator/operator-commands.ts'

await runNamedDataCommand(operatorCommand, (args) => runOperatorCommand(args, process.env))
