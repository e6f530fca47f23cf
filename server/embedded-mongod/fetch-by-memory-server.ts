// A separate process, so that a stalled download can be killed (download-mongod.ts).
import { MongoBinary } from 'mongodb-memory-server';

// The package also writes to the console, so the last line is the path, or the error.
try {
  process.stdout.write(`\n${await MongoBinary.getPath()}\n`);
} catch (error) {
  process.stderr.write(`\n${String(error instanceof Error ? error.message : error).replaceAll(/\s+/g, ' ')}\n`);
  process.exitCode = 1;
}
