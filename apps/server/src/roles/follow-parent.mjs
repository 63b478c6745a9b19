// Loaded into the server process by the launcher: the server ends with its parent, even if that was killed.
import process from 'node:process'

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
