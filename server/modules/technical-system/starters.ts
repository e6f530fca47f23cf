import { SYSTEM_GROUPS, systemGroup } from '@lobby/shared/modules/technical-system.ts';
import { build } from '../../kit/records/records.ts';
import type { Starter } from '../../platform/projects/building/starters.ts';

const STEP = 10;

/** System groups of a new building. */
export const groupStarter: Starter = async ctx => ({
  made: [
    {
      definition: systemGroup,
      docs: await Promise.all(
        SYSTEM_GROUPS.map(([code, name], n) => build(ctx, systemGroup, { code, name, order: (n + 1) * STEP }, true)),
      ),
    },
  ],
  also: async () => {},
});
