import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure } from './figure.ts';
import { peopleSheet } from './large-house.ts';
import { memoryOf, now } from './machine.ts';
import { call, type Product, startProduct } from './product.ts';
import { SMALL_BUILDING } from './stage.ts';
import { shown } from './statistics.ts';

/** To look at the rows, and to store them. */
const MOST_SECONDS = { preview: 1, stored: 3 };
/** One row in so many has a phone that is none. */
const FAULTY = 100;

/** A spreadsheet of residents: what is wrong with each cell is said, and without faults all of them are stored at once. */
export const s8: Figure = {
  id: 's8',
  title: 'Import of an .xlsx of residents, all rows or none',
  async run(stage, quick) {
    const rows = quick ? 300 : 5000;
    const product = await startProduct(await stage.building(SMALL_BUILDING));
    const { data } = await call<{ code: string }[]>(product, 'GET', `${unit.path}?limit=100`);
    const codes = data.map(({ code }) => code);
    // A server that has just started is smaller than one at work.
    await send(product, '/preview', sheetOf(20, codes, 0));
    const bare = await bareDelays(quick ? 0.5 : 4);
    const preview = await send(product, '/preview', sheetOf(rows, codes, FAULTY));
    const stored = await send(product, '', sheetOf(rows, codes, 0));
    await product.stop();
    const { faults = [] } = preview.data;
    const wrong = Math.abs(faults.length - rows / FAULTY) + Math.abs((stored.data.created ?? 0) - rows);
    const beside = { unit: 's', calm: isCalm(bare) };
    return [
      boundLine(
        `${shown(rows)} rows: preview with ${faults.length} faults`,
        preview.seconds,
        MOST_SECONDS.preview,
        beside,
      ),
      boundLine('stored, with their homes and an entry each', stored.seconds, MOST_SECONDS.stored, beside),
      boundLine('memory above that before', Math.max(preview.megabytes, stored.megabytes), 100, { unit: 'MB' }),
      boundLine('faults not told, rows not stored', wrong, 0, { unit: 'rows' }),
    ];
  },
};

const sheetOf = (rows: number, codes: readonly string[], faulty: number) =>
  new Blob([new Uint8Array(peopleSheet(rows, codes, { faulty }))]);

interface Outcome {
  faults?: unknown[];
  created?: number;
}

/** Sends a spreadsheet as a browser does; how long the answer takes, and the most that the server needs meanwhile. */
async function send({ url, pid, headers }: Product, part: string, sheet: Blob) {
  const form = new FormData();
  form.append('files', sheet, 'residents.xlsx');
  const { 'Content-Type': _, ...own } = headers;
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 20);
  const begun = now();
  const answer = await fetch(`${url}/api${resident.path}/import${part}`, { method: 'POST', headers: own, body: form });
  const body = (await answer.json()) as { data: Outcome };
  clearInterval(watch);
  if (!answer.ok) throw new Error(`the import was refused: ${JSON.stringify(body).slice(0, 300)}`);
  return { data: body.data, seconds: (now() - begun) / 1000, megabytes: peak - before };
}
