import { Worker } from 'node:worker_threads';
import { fail } from '../../base/errors.ts';
import { isZip, namesMacros, statedSize } from '../../files/archive.ts';
import { LEAST_BOOK, unpacking } from '../../http/workload.ts';
import type { Sheet } from './cells.ts';
import { isRead } from './unpack-book.ts';

/** Limit of rows per import (rules.md 9). */
export const MOST_ROWS = 5000;
/** A workbook of 5,000 rows takes half a second of CPU; anything that takes much more is meant to exhaust the parser. */
const MOST_CPU_SECONDS = 1.8;
/** Wall-clock limit, longer because the machine may be busy. */
const MOST_SECONDS = 20;
const MOST_HEAP_MB = 128;
const LOOK_MS = 100;

const TYPES = 'XLS, XLSX';

const isOld = (body: Buffer) =>
  body.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));

/**
 * Parses the sheets of a workbook in a worker thread. Refuses files that are neither .xls nor .xlsx by content, that have
 * macros, or that cannot be parsed within limits of time and memory: `FILE_TYPE_NOT_ALLOWED`, `FILE_NOT_READABLE`,
 * `IMPORT_TOO_HEAVY`.
 */
export async function readBook(body: Buffer, signal: AbortSignal, who = ''): Promise<Sheet[]> {
  if (namesMacros(body) || (!isZip(body) && !isOld(body))) fail('FILE_TYPE_NOT_ALLOWED', { types: TYPES });
  // An .xls file does not state its unpacked size.
  const weight = isZip(body) ? await statedSize(body, isRead) : body.length * 4;
  const book = await unpacking(who, Math.max(weight, LEAST_BOOK), () => inThread(body, signal));
  if (book === 'macros') fail('FILE_TYPE_NOT_ALLOWED', { types: TYPES });
  if (book === 'heavy') fail('IMPORT_TOO_HEAVY');
  return book ?? fail('FILE_NOT_READABLE');
}

/** Result of the worker; null if the file cannot be parsed. */
type Answer = Sheet[] | 'macros' | 'heavy' | null;

function inThread(body: Buffer, signal: AbortSignal): Promise<Answer> {
  // The client may have left.
  if (signal.aborted) return Promise.resolve(null);
  const worker = new Worker(new URL('./read-in-worker.ts', import.meta.url), {
    workerData: { body: new Uint8Array(body), mostRows: MOST_ROWS },
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise(resolve => {
    const end = (answer: Answer) => {
      clearTimeout(limit);
      clearInterval(look);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      resolve(answer);
    };
    const stop = () => end(null);
    const tire = () => end('heavy');
    const limit = setTimeout(tire, MOST_SECONDS * 1000);
    const look = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => user + system > MOST_CPU_SECONDS * 1e6 && tire(),
        // The worker has already ended.
        () => {},
      );
    }, LOOK_MS);
    signal.addEventListener('abort', stop);
    // The worker errors only at its memory limit; parse errors are messages.
    worker.once('message', end).once('error', tire).once('exit', stop);
  });
}
