import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { MongoClient } from 'mongodb';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Line } from '../load/figure.ts';
import { now, sleep } from '../load/machine.ts';
import { type Product, startProduct } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING, type Stage } from '../load/stage.ts';
import { wholeLines } from './whole.ts';
import { targetOf, write } from './writers.ts';

const LABEL = 'Full disk';
const SIZE_MB = 700;
const LEFT_MB = 1;

/** The server with its database on a small file system of its own, which is filled to the brim and emptied again. */
export async function fullDisk(stage: Stage, quick: boolean): Promise<Line[]> {
  const dir = join(stage.dir, 'disk');
  mkdirSync(dir, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'lobby', dir], { stdio: 'ignore' });
  } catch {
    return [
      { what: 'full disk', ours: 'needs the right to mount', baseline: '', ratio: '', bar: '', verdict: 'no bar' },
    ];
  }
  try {
    return await fillAndEmpty(dir, quick, await calmNow(quick));
  } finally {
    execFileSync('umount', ['-l', dir]);
  }
}

async function fillAndEmpty(dir: string, quick: boolean, calm: boolean): Promise<Line[]> {
  const home = { uri: '', dir };
  await fillDemo(home, SMALL_BUILDING);
  const product = await startProduct(home);
  const uri: string = JSON.parse(readFileSync(join(dir, 'server.json'), 'utf8')).uri;
  const writing = write(await targetOf(product), quick ? 50 : 200, LABEL);
  await sleep(quick ? 500 : 3000);
  const filler = join(dir, 'filler');
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_MB * 2 ** 20));
  const filled = now();
  const upload = await uploadTo(product);
  // mongod writes its data down once a minute; then it finds that there is no room. Here it is asked to at once.
  await checkpoint(uri);
  const refusals: number[] = [];
  for (const end = now() + (quick ? 2500 : 15_000); now() < end; await sleep(500)) {
    const asked = now();
    const { status } = await fetch(`${product.url}/api${ticket.path}?limit=5`, { headers: product.headers });
    if (status !== 200) refusals.push((now() - asked) / 1000);
    if (status !== 200 && status !== 503) writing.wrong.set(`${status} on reading`, 1);
  }
  const during = writing.putOff();
  const alive = (await fetch(`${product.url}/healthz`)).status === 200;
  rmSync(filler);
  const emptied = now();
  const before = writing.acknowledged();
  while (writing.acknowledged() < before + 20 && now() - emptied < 60_000) await sleep(50);
  const back = (now() - emptied) / 1000;
  await writing.stop();
  const lines = await wholeLines(uri, LABEL, writing);
  await product.stop();
  const full = `full disk for ${Math.round((emptied - filled) / 1000)} s`;
  return [
    ...lines.map(line => ({ ...line, what: `${full}: ${line.what}` })),
    boundLine(
      `${full}: slowest of ${refusals.length} reads refused with 503 (and ${during} writes)`,
      Math.max(0, ...refusals),
      5,
      { unit: 's', calm },
    ),
    boundLine(`${full}: answers 500 to an upload (${upload})`, upload === 500 ? 1 : 0, 0, { unit: 'answers' }),
    boundLine(`${full}: server gone`, alive ? 0 : 1, 0, { unit: 'servers' }),
    boundLine('room again: writes again after', back, 15, { unit: 's', calm }),
  ];
}

async function checkpoint(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 3000, socketTimeoutMS: 5000 });
  // It may be gone already.
  await client
    .db('admin')
    .command({ fsync: 1 })
    .catch(() => undefined);
  await client.close();
}

/** Uploads a document larger than what is left; answers the status. */
async function uploadTo({ url, headers }: Product): Promise<number> {
  const form = new FormData();
  const text = `%PDF-1.4\n${'x'.repeat(2 * LEFT_MB * 2 ** 20)}\n%%EOF`;
  form.append('files', new Blob([text], { type: 'application/pdf' }), 'plan.pdf');
  const { 'Content-Type': _json, ...rest } = headers;
  return (await fetch(`${url}/api/upload`, { method: 'POST', headers: rest, body: form })).status;
}
