// A process of its own, so that a download that stands still can be ended (download-mongod.ts).
import { MongoBinary } from 'mongodb-memory-server';

// It talks to the console too: the last line is the path, or the reason why there is none.
try {
  process.stdout.write(`\n${await MongoBinary.getPath()}\n`);
} catch (error) {
  process.stderr.write(`\n${String(error instanceof Error ? error.message : error).replaceAll(/\s+/g, ' ')}\n`);
  process.exitCode = 1;
}
