import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Hidden keys of collections whose uniqueness is now an index over their fields. */
const KEYS = [
  ['fee-notices', 'once'],
  ['funds', 'once'],
  ['identity-accounts', 'once'],
  ['invoice-seriess', 'once'],
  ['sync-codes', 'once'],
  ['sync-codes', 'onceThere'],
  ['sync-connections', 'once'],
  ['sync-receipts', 'once'],
  ['sync-runs', 'once'],
] as const;

/** Uniqueness over several fields is an index of theirs: the hidden texts that stood for it go, with their indexes. */
export const keysOfSeveralFields: Migration = {
  name: '2026-11-30 keys of several fields',
  async run() {
    const there = new Set((await db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
    await keyCodesWithinKind();
    for (const [name, key] of KEYS) {
      if (!there.has(name)) continue;
      const rows = db().collection(name);
      const index = `unique_${key}`;
      if (await rows.indexExists(index)) await rows.dropIndex(index);
      await rows.updateMany({ [key]: { $exists: true } }, { $unset: { [key]: '', [`uniq.${key}`]: '' } });
    }
  },
};

/** Codes in the other software stay unique within their kind, as values of their own field: `kind:code` becomes the key of `code`. */
async function keyCodesWithinKind(): Promise<void> {
  const code = { $substrCP: ['$uniq.onceThere', { $add: [{ $strLenCP: '$kind' }, 1] }, 100] };
  await db()
    .collection('sync-codes')
    .updateMany({ 'uniq.onceThere': { $type: 'string' } }, [
      { $set: { 'uniq.code': { $concat: ['$kind', ' ', code] } } },
    ]);
}
