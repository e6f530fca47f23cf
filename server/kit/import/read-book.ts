import { Worker } from 'node:worker_threads';
import { checkArchive } from '../archive.ts';
import { fail } from '../fail.ts';
import type { SheetRow } from './cells.ts';

/** rules.md 9: rows of one import. */
export const MOST_ROWS = 5000;
/** What a workbook of 5,000 rows takes is read in one or two; the rest is a bomb. */
const MOST_SECONDS = 20;
const MOST_MB = 512;

const TYPES = 'XLS, XLSX';

const isZip = (body: Buffer) => body.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
const isOld = (body: Buffer) =>
  body.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));

/**
 * The rows of the first sheet that has any, read in a thread of its own. Refuses what is no .xls or .xlsx by its content, what holds macros, and
 * what cannot be read within bounds of time and memory: `FILE_TYPE_NOT_ALLOWED`, `FILE_NOT_READABLE`.
 */
export async function readBook(body: Buffer, signal: AbortSignal): Promise<SheetRow[]> {
  const macros = body.includes(Buffer.from('_VBA_PROJECT', 'utf16le'));
  if (macros || (!isZip(body) && !isOld(body))) fail('FILE_TYPE_NOT_ALLOWED', { types: TYPES });
  checkArchive(body, TYPES);
  const rows = await inThread(body, signal);
  return rows ?? fail('FILE_NOT_READABLE');
}

function inThread(body: Buffer, signal: AbortSignal): Promise<SheetRow[] | null> {
  const worker = new Worker(new URL('./read-in-worker.ts', import.meta.url), {
    workerData: { body: new Uint8Array(body), mostRows: MOST_ROWS },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  return new Promise<SheetRow[] | null>(resolve => {
    const end = (rows: SheetRow[] | null) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      resolve(rows);
    };
    const stop = () => end(null);
    const limit = setTimeout(stop, MOST_SECONDS * 1000);
    signal.addEventListener('abort', stop);
    worker.once('message', end).once('error', stop).once('exit', stop);
  });
}
