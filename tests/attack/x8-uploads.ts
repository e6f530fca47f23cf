import type { Route } from '@lobby/server/kit/http/route.ts';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { memoryOf } from '../load/machine.ts';
import type { Row } from '../setup/caller.ts';
import { pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { formOf } from '../setup/contract/samples.ts';
import { type Arena, openArena } from './arena.ts';
import { BAD_FILES, type BadFile, contentOf, LYING_BOOK } from './bad-files.ts';
import { HEAVY_BOOKS } from './heavy-books.ts';
import { held, newTally, type Tally } from './verdict.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
const PATHS = [
  '../../etc/passwd.pdf',
  '..\\..\\a.pdf',
  '/etc/cron.d/a.pdf',
  'a\u0000.pdf',
  '%2e%2e%2fa.pdf',
  'CON.pdf',
];

/** Watches what a process holds until it is told to stop; answers how much more that was than at first, in MB. */
function watchMemory(pid: number): () => number {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 20);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

interface Worst {
  ms: number;
  mb: number;
}

async function send({ site, pid }: Arena, route: Route, file: BadFile, refused: Tally, worst: Worst): Promise<void> {
  const form = formOf([{ name: file.name, body: contentOf(file) }]);
  const stop = watchMemory(pid);
  const begun = performance.now();
  const { status, code } = await site.ann.call('POST', pathOf(route), form);
  const ms = performance.now() - begun;
  if (ms > 2000) console.log(`    slow: ${titleOf(route)} ${file.what}: ${Math.round(ms)} ms`);
  worst.ms = Math.max(worst.ms, ms);
  worst.mb = Math.max(worst.mb, stop());
  refused.tried++;
  if (![400, 413, 422].includes(status)) refused.fallen.push(`${titleOf(route)} ${file.what}: ${status} ${code}`);
}

/** Checks how the server stores file names that are paths. */
async function names({ site }: Arena): Promise<Tally> {
  const tally = newTally();
  for (const name of PATHS) {
    const form = new FormData();
    form.append('files', new File([new Uint8Array(PDF)], name));
    const { status, data } = await site.ann.post<Row[]>('/upload', form);
    tally.tried++;
    const kept = String(status === 201 ? data[0]?.name : '');
    if (/[\\/\0]|^\.\.?$/.test(kept)) tally.fallen.push(`${name} is kept as ${kept}`);
  }
  return tally;
}

/** X8: files that are not what they say, or more than they say, at every route that takes files. */
export const x8: Figure = {
  id: 'x8',
  title: 'uploads',
  async run(stage, quick) {
    const arena = await openArena(stage, { foreign: false, shared: quick });
    try {
      const refused = newTally();
      const worst = { ms: 0, mb: 0 };
      const uploads = ROUTES.filter(route => route.upload);
      // Warms up first, so that the first bad file is not charged with it.
      await arena.site.ann.post('/upload', formOf([{ name: 'a.pdf', body: PDF }]));
      for (const route of quick ? uploads.slice(0, 2) : uploads)
        for (const file of route.path === '/upload' ? BAD_FILES : [...BAD_FILES, ...HEAVY_BOOKS, LYING_BOOK])
          await send(arena, route, file, refused, worst);
      const calm = await calmNow(quick);
      return [
        held('files taken', refused),
        boundLine('the longest refusal', worst.ms, 2000, { unit: 'ms', calm }),
        boundLine('the most memory above that before', worst.mb, 100, { unit: 'MB' }),
        held('paths kept in a name', await names(arena)),
      ];
    } finally {
      await arena.close();
    }
  },
};
