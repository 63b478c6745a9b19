// Loaded into the server process by the launcher: the server ends with whoever started it, even if that one was killed.
import process from 'node:process'

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
