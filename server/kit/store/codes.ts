import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { todayOf } from '../base/local-time.ts';
import { type Collection, db } from '../database/database.ts';

export const codeCollection: Collection = { name: 'code_counters', indexes: [] };

interface Waiting {
  resolve: (n: number) => void;
  reject: (error: unknown) => void;
}
const queues = new Map<string, Waiting[]>();

/**
 * Takes the next code, such as `YC-2611-00482`, of a project and module before the transaction, so the series may have gaps
 * (domain.md 10).
 */
export async function nextCode(ctx: Ctx, definition: Definition): Promise<string> {
  const day = todayOf(ctx);
  const month = day.slice(2, 4) + day.slice(5, 7);
  const number = await take(`${ctx.projectId}:${definition.prefix}:${month}`);
  return `${definition.prefix}-${month}-${String(number).padStart(5, '0')}`;
}

/** Takes the next number of a project's series, which may also have gaps. */
export const nextNumber = (projectId: string, series: string): Promise<number> => take(`${projectId}:${series}`);

// Callers during an increment share the next one, so that they do not contend for the same counter.
function take(key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const waiting = queues.get(key);
    if (waiting) {
      waiting.push({ resolve, reject });
      return;
    }
    queues.set(key, [{ resolve, reject }]);
    void drain(key);
  });
}

async function drain(key: string): Promise<void> {
  for (;;) {
    const batch = queues.get(key) ?? [];
    if (batch.length === 0) {
      queues.delete(key);
      return;
    }
    queues.set(key, []);
    try {
      const counter = await db()
        .collection<{ _id: string; n: number }>(codeCollection.name)
        .findOneAndUpdate(
          { _id: key },
          { $inc: { n: batch.length } },
          // Not journaled: the record's own commit, which is, comes later in the journal and thus includes it.
          { upsert: true, returnDocument: 'after', writeConcern: { w: 1, j: false } },
        );
      const last = counter?.n ?? batch.length;
      for (const [index, waiter] of batch.entries()) waiter.resolve(last - batch.length + index + 1);
    } catch (error) {
      for (const waiter of batch) waiter.reject(error);
    }
  }
}
