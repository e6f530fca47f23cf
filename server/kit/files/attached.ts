import { buffer } from 'node:stream/consumers';
import type { Attached } from '../mail/message.ts';
import { files } from './file-store.ts';
import { readStored } from './sealed-file.ts';

/** Files of a record as mail attachments, in the order of `ids`. */
export async function attachedFiles(projectId: string, ids: readonly string[]): Promise<Attached[]> {
  if (ids.length === 0) return [];
  const rows = await files()
    .find({ _id: { $in: [...ids] }, projectId })
    .toArray();
  const ordered = ids.flatMap(id => rows.find(row => row._id === id) ?? []);
  return Promise.all(
    ordered.map(async row => ({
      name: row.name,
      type: row.type,
      content: (await buffer(await readStored(row, 'file'))).toString('base64'),
    })),
  );
}
