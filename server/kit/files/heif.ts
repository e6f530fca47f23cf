import { Worker } from 'node:worker_threads';

/** A photograph of a phone takes about two seconds of a core; what takes more was made to exhaust its reader. */
const MOST_SECONDS = 20;
const MOST_CPU_SECONDS = 8;
const LOOK_MS = 200;

/** Four bytes a pixel, in rows. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The pixels of a photograph in HEIC, read in a thread of its own within bounds of time; null where it cannot be read. */
export function readHeif(body: Buffer, mostPixels: number): Promise<Pixels | null> {
  const worker = new Worker(new URL('./read-heif-in-worker.ts', import.meta.url), {
    workerData: { body: new Uint8Array(body), mostPixels },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  return new Promise(resolve => {
    const end = (found: Pixels | null) => {
      clearTimeout(limit);
      clearInterval(look);
      void worker.terminate();
      resolve(found);
    };
    const stop = () => end(null);
    const limit = setTimeout(stop, MOST_SECONDS * 1000);
    const look = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => user + system > MOST_CPU_SECONDS * 1e6 && stop(),
        // It has ended.
        () => {},
      );
    }, LOOK_MS);
    worker.once('message', end).once('error', stop).once('exit', stop);
  });
}
