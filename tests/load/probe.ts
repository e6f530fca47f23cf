import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before a server (node --import): at SIGUSR2 it lets go of what is garbage and writes what is left, in bytes.

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${process.env.PROBE}.${process.pid}`, String(heapUsed + external));
});
