import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { openPromise } from 'yauzl';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure } from './figure.ts';
import { memoryOf, now } from './machine.ts';
import { call, type Product, startProduct } from './product.ts';
import { QUIET_BUILDING } from './stage.ts';
import { median, shown } from './statistics.ts';

/** The whole queue as a spreadsheet: what it costs the server in memory, and how soon it begins to come. */
export const s9: Figure = {
  id: 's9',
  title: 'Export as xlsx, streamed',
  async run(stage, quick) {
    const size = quick ? QUIET_BUILDING : 100_000;
    const product = await startProduct(await stage.building(size));
    // A server that has just started is smaller than one at work.
    for (let n = 0; n < (quick ? 5 : 200); n++) await call(product, 'GET', `${ticket.path}?limit=100`);
    const file = join(stage.dir, 'export.xlsx');
    const taken = [];
    const bare = [];
    for (let n = 0; n < (quick ? 1 : 3); n++) {
      bare.push(...(await bareDelays(quick ? 0.5 : 4)));
      taken.push(await exportTo(product, file));
    }
    await product.stop();
    const rows = await rowsIn(file);
    const seconds = shown(median(taken.map(one => one.seconds)));
    const most = Math.max(...taken.map(one => one.megabytes));
    const beside = { unit: 'ms', calm: isCalm(bare) };
    return [
      boundLine(`${shown(rows)} rows in ${seconds} s: memory above that before`, most, 200, { unit: 'MB' }),
      boundLine('first byte', median(taken.map(one => one.firstByte)), 1000, beside),
      boundLine('rows missing', size - rows, 0, { unit: 'rows' }),
    ];
  },
};

async function exportTo({ url, pid, headers }: Product, file: string) {
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 20);
  const begun = now();
  let firstByte = 0;
  const response = await fetch(`${url}/api${ticket.path}/export`, { headers });
  if (!response.ok || !response.body) throw new Error(`the export was refused: ${await response.text()}`);
  const seen = new Transform({
    transform(chunk, _encoding, pass) {
      firstByte ||= now() - begun;
      pass(null, chunk);
    },
  });
  await pipeline(Readable.fromWeb(response.body), seen, createWriteStream(file));
  clearInterval(watch);
  return { firstByte, seconds: (now() - begun) / 1000, megabytes: peak - before };
}

/** How many records a spreadsheet holds below its header. */
async function rowsIn(file: string): Promise<number> {
  let rows = -1;
  let tail = '';
  const zip = await openPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName.startsWith('xl/worksheets/'))
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        const xml = tail + String(piece);
        rows += xml.split('<row ').length - 1;
        // Keeps the beginning of a tag that may go on in the next piece.
        tail = xml.slice(xml.length - 4);
      }
  return rows;
}
