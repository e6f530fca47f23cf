import type { stepShape } from '@lobby/shared/modules/home.contract.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';

/** Setup steps of a new building, as far as the caller may do them, with their state. */
export async function setUpOf(ctx: Ctx): Promise<z.output<typeof stepShape>[]> {
  const steps = MODULES.flatMap(module =>
    module.list.setUp && can(ctx, module.code, 'write') ? [{ definition: module, ...module.list.setUp }] : [],
  );
  return Promise.all(
    steps
      .toSorted((a, b) => a.rank - b.rank)
      .map(async ({ definition, least }) => {
        const rows = await records(definition).find(ctx, {}, { only: ['_id'], limit: least });
        return { entity: definition.name, done: rows.length >= least };
      }),
  );
}
