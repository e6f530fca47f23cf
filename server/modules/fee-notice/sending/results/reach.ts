import { GOING, REACHED, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { sendReach } from '@lobby/shared/modules/notice-run.contract.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { route } from '../../../../kit/http/route.ts';
import { deliveries } from './deliveries.ts';

const SHOWN = 50;

interface Told {
  _id: string;
  unitId: string;
  statuses: string[];
}

/** The newest month of which fee notices were sent. */
async function newestMonth({ projectId }: Ctx): Promise<string | null> {
  const found = await deliveries().findOne(
    { projectId, deletedAt: null, kind: 'NORMAL' },
    { sort: { month: -1 }, projection: { month: 1 }, maxTimeMS: 5000 },
  );
  return found?.month ?? null;
}

const among = (states: readonly string[], { statuses }: Told) => statuses.some(status => states.includes(status));

/** A household is reached once one channel is: whom no channel reached is left to be told. */
export const reachRoute = route(sendReach, {
  flags: ['read'],
  async run(ctx, { query: { month: asked, runId } }) {
    const month = asked ?? (runId ? null : await newestMonth(ctx));
    const of = runId ? { runId } : { month: month ?? '', kind: 'NORMAL' as const };
    const rows = await deliveries()
      .aggregate<Told>(
        [
          { $match: { projectId: ctx.projectId, deletedAt: null, ...of } },
          { $group: { _id: '$noticeId', unitId: { $first: '$unitId' }, statuses: { $addToSet: '$status' } } },
          { $sort: { _id: 1 } },
        ],
        { maxTimeMS: 10_000 },
      )
      .toArray();
    const reached = rows.filter(row => among(REACHED, row));
    const onTheWay = rows.filter(row => !among(REACHED, row) && among(GOING, row));
    const missing = rows.filter(row => !among([...REACHED, ...GOING], row) && among(UNREACHED, row));
    return {
      month,
      reached: reached.length,
      onTheWay: onTheWay.length,
      notReached: missing.length,
      missing: missing.slice(0, SHOWN).map(({ _id, unitId }) => ({ noticeId: _id, unitId })),
    };
  },
});
