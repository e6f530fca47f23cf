import { MongoClient } from 'mongodb';
import { boundLine, type Line } from '../load/figure.ts';
import type { Intent, Writing } from './writers.ts';

interface Doc {
  _id: string;
  title: string;
  status: string;
  version: number;
}

/** Counts of written records in the database, read past the product. */
export interface Wholeness {
  lost: number;
  twice: number;
  /** Versions of documents without their event row, and event rows without their document. */
  silent: number;
  astray: number;
}

/** Compares what was acknowledged with what is stored: every write is there once, and each version has its one event row. */
export async function lookAt(uri: string, label: string, intents: readonly Intent[]): Promise<Wholeness> {
  const client = await MongoClient.connect(uri);
  try {
    const docs = await client
      .db()
      .collection<Doc>('tickets')
      .find({ title: { $regex: `^${label} ` } }, { projection: { title: 1, status: 1, version: 1 } })
      .toArray();
    const rows = await client
      .db()
      .collection('events')
      .find({ entity: 'ticket', 'row.title': { $regex: `^${label} ` } }, { projection: { entityId: 1, version: 1 } })
      .toArray();
    const byId = new Map(docs.map(doc => [doc._id, doc]));
    const told = new Map<string, number>();
    for (const { entityId, version } of rows) {
      const key = `${entityId} ${version}`;
      told.set(key, (told.get(key) ?? 0) + 1);
    }
    const titles = new Set(docs.map(doc => doc.title));
    const versions = docs.flatMap(({ _id, version }) => Array.from({ length: version }, (_, n) => `${_id} ${n + 1}`));
    return {
      lost: intents.filter(({ id, approved }) => {
        const doc = id === null ? null : byId.get(id);
        return id !== null && (!doc || (approved && doc.status === 'WAITING_APPROVAL'));
      }).length,
      twice: docs.length - titles.size + [...told.values()].filter(times => times > 1).length,
      silent: versions.filter(key => !told.has(key)).length,
      astray: rows.filter(({ entityId }) => !byId.has(entityId)).length,
    };
  } finally {
    await client.close();
  }
}

/** The lines that every fault under writes has in common. */
export async function wholeLines(uri: string, label: string, writing: Writing): Promise<Line[]> {
  const { lost, twice, silent, astray } = await lookAt(uri, label, writing.intents);
  const wrong = [...writing.wrong].map(([what, times]) => `${times} x ${what}`).join(', ');
  const of = `of ${writing.acknowledged()} acknowledged writes`;
  return [
    boundLine(`${of}, lost`, lost, 0, { unit: 'writes' }),
    boundLine(`${of}, done twice`, twice, 0, { unit: 'writes' }),
    boundLine('documents without their event row', silent, 0, { unit: 'versions' }),
    boundLine('event rows without their document', astray, 0, { unit: 'rows' }),
    boundLine(
      `answers that were neither good nor 503${wrong && ` (${wrong})`}`,
      [...writing.wrong.values()].reduce((sum, times) => sum + times, 0),
      0,
      { unit: 'answers' },
    ),
  ];
}
