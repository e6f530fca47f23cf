import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import { loadDetail } from '../../kit/serve.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';

const NUMBER = z.int().min(1).max(1_000_000_000);

/** Methods instead of properties, so that implementations may take records of their own definition. */
interface Kept {
  summary: string;
  /** Values of a record at a revision. */
  read(ctx: Ctx, doc: AnyDoc, revision: number): Promise<Record<string, unknown>>;
  /** Stores the current values as a revision. */
  keep(ctx: Ctx, doc: AnyDoc, session: Session): Promise<void>;
}

/** Restores an older revision of a record as its newest one. */
export const restoreRoute = (definition: Definition, { summary, read, keep }: Kept): Route =>
  route({
    method: 'put',
    path: `${definition.path}/:id/restore-revision`,
    summary,
    module: definition.code,
    flags: ['write'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ version: NUMBER, revision: NUMBER }),
    answer: responseSchema(definition, 'detail'),
    async run(ctx, { params, body }) {
      const doc = await load(ctx, definition, params.id);
      const lost = async () => fail('STATUS_CHANGED', await lastChange(definition, doc, false));
      if (doc.version !== body.version) return lost();
      const set = { ...(await read(ctx, doc, body.revision)), revision: Number(doc.revision) + 1 };
      try {
        const [saved] = await save(ctx, [
          {
            definition,
            action: 'restore-revision',
            update: { doc, set },
            also: session => keep(ctx, { ...doc, ...set }, session),
          },
        ]);
        return loadDetail(ctx, definition, saved ?? doc);
      } catch (error) {
        if (error instanceof VersionConflict) return lost();
        throw error;
      }
    },
  });
