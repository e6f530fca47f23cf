import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { planThings } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import type { PlanThing } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';

/** Maximum items of one kind. */
const MOST = 2000;
const USED = { status: { $ne: 'STOP_USING' } } as const;

/** `GET /maintenance-plan/things`: items that plans can cover, as a tree. */
export const planThingsRoute: Route = route(planThings, {
  flags: ['read'],
  async run(ctx) {
    const by = (field: string) => ({ sort: { [field]: 1 as const }, limit: MOST });
    const [groups, systems, machines, categories, things, places] = await Promise.all([
      records(systemGroup).find(ctx, {}, by('order')),
      records(technicalSystem).find(ctx, {}, by('name')),
      records(device).find(ctx, USED, by('code')),
      records(itemCategory).find(ctx, { of: 'ASSET' }, by('name')),
      records(asset).find(ctx, USED, by('code')),
      records(place).find(ctx, {}, by('name')),
    ]);
    const nodesOf = <T extends { _id: string; name: string }>(
      of: PlanThing['of'],
      docs: readonly T[],
      belowOf: (doc: T) => string | null,
      codeOf: (doc: T) => string | null = () => null,
    ): PlanThing[] =>
      docs.map(doc => ({
        of,
        id: doc._id,
        name: [codeOf(doc), doc.name].filter(Boolean).join(' · '),
        below: belowOf(doc),
      }));
    return [
      ...nodesOf('system-group', groups, () => null),
      ...nodesOf('technical-system', systems, ({ groupId }) => groupId),
      ...nodesOf(
        'device',
        machines,
        ({ systemId }) => systemId,
        ({ code }) => code,
      ),
      ...nodesOf('item-category', categories, () => null),
      ...nodesOf(
        'asset',
        things,
        ({ categoryId }) => categoryId,
        ({ code }) => code,
      ),
      ...nodesOf('place', places, ({ parentId }) => parentId),
    ];
  },
});
