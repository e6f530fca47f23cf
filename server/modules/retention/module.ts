import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { retentionState } from '@lobby/shared/modules/reception-settings.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { knownWorkers } from '../construction-registration/index.ts';
import { picturedParcels } from '../parcel/index.ts';
import { knownVisits, lostGuests, picturedVisits } from '../visitor/index.ts';

type Days = 'visitorImageDays' | 'visitorDataDays' | 'parcelPhotoDays';

interface Kept<D extends Definition> {
  kind: 'visitImages' | 'visits' | 'guests' | 'workers' | 'parcels';
  days: Days;
  definition: D;
  /** Records that ended before a moment and still hold personal data. */
  over: (before: Date) => Where<D>;
  /** Whether removed records are included. */
  removed: boolean;
}
const retained = <const D extends Definition>(rule: Kept<D>) => ({
  kind: rule.kind,
  days: rule.days,
  async count(ctx: Ctx, before: Date) {
    const all = rule.removed ? records(rule.definition).withRemoved() : records(rule.definition);
    return all.count(ctx, rule.over(before));
  },
});

/** Personal data at the desk: a line per kind, with the setting of its retention. */
const KEPT = [
  retained({ kind: 'visitImages', days: 'visitorImageDays', definition: visitor, over: picturedVisits, removed: true }),
  retained({ kind: 'visits', days: 'visitorDataDays', definition: visitor, over: knownVisits, removed: true }),
  retained({ kind: 'guests', days: 'visitorDataDays', definition: guest, over: lostGuests, removed: false }),
  retained({
    kind: 'workers',
    days: 'visitorDataDays',
    definition: constructionRegistration,
    over: knownWorkers,
    removed: true,
  }),
  retained({ kind: 'parcels', days: 'parcelPhotoDays', definition: parcel, over: picturedParcels, removed: true }),
];

/** Number of records with personal data, and of those erased next night by the current or proposed settings. */
const retention = route(retentionState, {
  flags: ['updateInfo'],
  async run(ctx, { params, query }) {
    if (params.id !== ctx.projectId) fail('NOT_FOUND');
    const set = await receptionIn(ctx.projectId);
    const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
    return Promise.all(
      KEPT.map(async ({ kind, days, count }) => {
        const limit = query[days] ?? set[days];
        const [held, goes, would] = await Promise.all([
          count(ctx, ctx.now),
          count(ctx, ago(set[days])),
          count(ctx, ago(limit)),
        ]);
        return { kind, days: limit, held, goes, would };
      }),
    );
  },
});

export const retentionModule = defineServerModule({ name: 'retention', routes: [retention] });
