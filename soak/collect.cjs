/**
 * Comes with each server: on SIGUSR2 it throws its garbage away, so that what it holds can be measured, and writes down
 * how many bytes of that are objects.
 */
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  writeFileSync(process.env.SOAK_OBJECTS, String(process.memoryUsage().heapUsed));
});
