import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { clockNow } from '../database/clock.ts';
import { type Collection, db, newId } from '../database/database.ts';

/** A chunk of a file that a run makes. */
interface Part {
  _id: string;
  projectId: string;
  runId: string;
  /** Index of the file in its run, and of the chunk in the file, from 0. */
  file: number;
  part: number;
  bytes: Buffer;
  at: Date;
}
const KEPT_S = 7 * 86_400;
const PART = 4 * 1024 * 1024;

/** Files made by runs, kept for a week in the database so that every server can deliver them. */
export const madeFileCollection: Collection = {
  name: 'made-files',
  indexes: [
    { key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } },
    { key: { runId: 1, file: 1, part: 1 }, options: { unique: true } },
  ],
};
const parts = () => db().collection<Part>(madeFileCollection.name);

type Made = Pick<Part, 'projectId' | 'runId' | 'file'>;

/** Stores a file in chunks, with one chunk in memory at most. Returns its size in bytes. */
export async function keepMade(made: Made, write: (out: Writable) => Promise<void>): Promise<number> {
  let [held, size, part]: [Buffer[], number, number] = [[], 0, 0];
  let all = 0;
  const store = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(held);
    [held, size] = [[], 0];
    await parts().insertOne({ _id: newId(), ...made, part: part++, bytes, at: clockNow() });
  };
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      size += chunk.length;
      all += chunk.length;
      if (size < PART) done();
      else store().then(() => done(), done);
    },
    final: done => void store().then(() => done(), done),
  });
  const ended = finished(out);
  ended.catch(() => {});
  try {
    await write(out);
  } catch (error) {
    out.destroy();
    throw error;
  }
  await ended;
  return all;
}

/** Reads a file of a run chunk by chunk. */
export async function* readMade({ projectId, runId, file }: Made): AsyncGenerator<Buffer> {
  for await (const { bytes } of parts().find({ projectId, runId, file }).sort({ part: 1 }))
    yield Buffer.isBuffer(bytes) ? bytes : Buffer.from((bytes as { buffer: Uint8Array }).buffer);
}

/** Removes the files of a run. */
export const dropMade = ({ projectId, runId }: Omit<Made, 'file'>) => parts().deleteMany({ projectId, runId });
