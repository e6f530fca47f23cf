import { Worker } from 'node:worker_threads';

/** A photograph of a phone takes about two seconds of CPU; anything that takes much longer is meant to exhaust the decoder. */
const MOST_SECONDS = 20;
const MOST_CPU_SECONDS = 8;
const LOOK_MS = 200;

/** RGBA, four bytes a pixel, row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Decodes a HEIC photograph in a worker thread with limits of time and memory; null if it cannot be read. */
export function readHeif(body: Buffer, mostPixels: number): Promise<Pixels | null> {
  const worker = new Worker(new URL('./read-heif-in-worker.ts', import.meta.url), {
    workerData: { body: new Uint8Array(body), mostPixels },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
  });
  return new Promise(resolve => {
    const end = (pixels: Pixels | null) => {
      clearTimeout(limit);
      clearInterval(look);
      void worker.terminate();
      resolve(pixels);
    };
    const stop = () => end(null);
    const limit = setTimeout(stop, MOST_SECONDS * 1000);
    const look = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => user + system > MOST_CPU_SECONDS * 1e6 && stop(),
        // The worker has already ended.
        () => {},
      );
    }, LOOK_MS);
    worker.once('message', end).once('error', stop).once('exit', stop);
  });
}
