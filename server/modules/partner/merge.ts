import type { Definition } from '@lobby/shared/kit/definition.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { claimFiles } from '../../kit/files/files.ts';
import type { Route } from '../../kit/http/route.ts';
import { currentId } from '../../kit/records/acts/merged.ts';
import { nameAnew } from '../../kit/records/lists/name-anew.ts';
import type { Action } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { assertUnused } from '../../kit/store/refs/inbound-refs.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { endsSoon } from './contracts.ts';

/** Maximum number of documents of a partner. */
const MOST_FILES = 5;

/** Update of the kept partner: the earliest end of both partners' contracts, and as many documents of both as fit. */
function keptAfter(ctx: Ctx, into: Doc<typeof partner>, gone: Doc<typeof partner>): Change {
  const documents = [...new Set([...into.documents, ...gone.documents])].slice(0, MOST_FILES);
  const set: Partial<Doc<typeof partner>> = { documents };
  return {
    definition: partner,
    action: 'update',
    update: { doc: into, set },
    async first(session) {
      const [next] = await records(partnerContract)
        .in(session)
        .find(
          ctx,
          { partnerId: { $in: [into._id, gone._id] }, status: 'ACTIVE' },
          { sort: { expiryDate: 1 }, limit: 1 },
        );
      const contractEndsOn = next?.expiryDate ?? null;
      set.contractEndsOn = contractEndsOn;
      set.contractEnding = endsSoon(contractEndsOn, todayOf(ctx));
    },
    also: session => claimFiles(documents, session, { entity: partner.name, id: into._id }),
  };
}

/** Merges a partner into another: references are moved to the other, and the old id leads there. */
export const mergeOf =
  (all: readonly Definition[]): Action<typeof partner, 'merge'> =>
  async (ctx, doc, { intoId }) => {
    const code = 'PARTNER_MERGES_WITH_ITSELF';
    if (intoId === doc._id) failFields({ intoId: { code } }, code);
    const target = await needRef(ctx, partner, intoId, 'intoId');
    const into = await records(partner).get(ctx, target._id);
    if (!into) throw new VersionConflict();
    const change = keptAfter(ctx, into, doc);
    const changes = [change, ...(await nameAnew(ctx, partner, { from: doc._id, to: into._id, parts: true }, all))];
    const last = changes.at(-1) ?? change;
    const { also } = last;
    // A reference created meanwhile causes a retry, which moves it too.
    last.also = async (session: Session) => {
      await also?.(session);
      await assertUnused(ctx, partner, doc, all, 'IN_USE', session).catch(error => {
        throw error instanceof Refusal ? new VersionConflict() : error;
      });
    };
    return { set: { deletedAt: ctx.now, mergedIntoId: into._id }, with: changes };
  };

/** Wraps the detail route so that the id of a merged partner leads to the kept one. */
export function followingMerges(route: Route): Route {
  if (route.method !== 'get' || route.path !== `${partner.path}/:id`) return route;
  const { run } = route;
  return {
    ...route,
    async run(ctx, input) {
      const { params } = input as { params: { id: string } };
      const current = { ...input, params: { ...params, id: await currentId(ctx, partner, params.id) } };
      return run(ctx, current as typeof input);
    },
  };
}
