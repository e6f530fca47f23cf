import { idSchema } from '@lobby/shared/kit/schema.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { proposalFor } from '@lobby/shared/modules/stock-math.ts';
import { type supplyNeed, supplyNeeds } from '@lobby/shared/modules/supply.contract.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { estimateOf, openLines, type RequestLine } from './lines.ts';
import { usualTitle } from './rules.ts';

const MOST = 500;

/** Supplies below their limit, with the quantity to come and the quantity to buy. */
async function loadNeeds({ projectId }: Pick<Ctx, 'projectId'>) {
  const docs = await records(supply).find(
    { projectId },
    { status: 'IN_USE', stockState: 'NEED_TO_BUY' },
    { sort: { code: 1 }, limit: MOST, patience: 2000 },
  );
  const { open, ordered } = await openLines(projectId);
  return docs.flatMap(doc => {
    const { _id: supplyId, code, name, unitName, stock, limit, partnerId, lastPrice } = doc;
    const [coming, wanted] = [ordered(supplyId), proposalFor(doc, ordered(supplyId))];
    if (wanted <= 0) return [];
    return [
      {
        supplyId,
        code,
        name,
        unitName,
        stock,
        limit,
        ordered: coming,
        propose: wanted,
        open: open.has(supplyId),
        partnerId,
        lastPrice,
      },
    ];
  });
}

export const needsRoute: Route = route(supplyNeeds, {
  flags: ['read'],
  run: ctx => loadNeeds(ctx),
});

type Need = z.infer<typeof supplyNeed>;
const lineOf = ({ supplyId, name, unitName, propose, lastPrice }: Need): RequestLine => ({
  supplyId,
  name,
  quantity: propose,
  unitName,
  estimatedPrice: lastPrice,
  received: 0,
  note: null,
});

/** Creates a draft per partner for low supplies that are in no open request. */
async function fromNeeds(ctx: Ctx, wanted: readonly string[] | null) {
  const all = (await loadNeeds(ctx)).filter(need => !wanted || wanted.includes(need.supplyId));
  const fresh = all.filter(need => !need.open);
  const skipped = all.filter(need => need.open).map(({ supplyId: id, code }) => ({ id, code }));
  const partners = [...new Set(fresh.map(need => need.partnerId))];
  const changes: Change[] = [];
  for (const partnerId of partners) {
    const lines = fresh.filter(need => need.partnerId === partnerId).map(lineOf);
    const insert = await build(ctx, purchaseRequest, {
      title: usualTitle(ctx),
      partnerId,
      lines,
      estimatedTotal: estimateOf(lines),
      requestedBy: ctx.employeeId,
    });
    changes.push({ definition: purchaseRequest, action: 'create', insert });
  }
  const [first] = changes;
  if (first)
    first.first = async session => {
      // Concurrent calls are serialised: the second sees the requests of the first.
      await serializeBy(`needs:${ctx.projectId}`, session);
      const { open } = await openLines(ctx.projectId, session);
      if (fresh.some(need => open.has(need.supplyId))) throw new VersionConflict();
    };
  const answer = { created: changes.map(({ insert }) => String(insert?._id)), skipped };
  if (first) await save(ctx, changes, answer);
  return answer;
}

export const fromNeedsRoute: Route = route({
  method: 'post',
  path: `${purchaseRequest.path}/from-needs`,
  summary: 'Requests for what is low in the stores, one for each partner',
  module: purchaseRequest.code,
  flags: ['write'],
  creates: true,
  body: z.strictObject({ supplyIds: z.array(idSchema).min(1).max(MOST).optional(), all: z.literal(true).optional() }),
  answer: z.object({
    created: z.array(z.string()),
    skipped: z.array(z.object({ id: z.string(), code: z.string() })),
  }),
  async run(ctx, { body: { supplyIds, all } }) {
    if (!supplyIds && !all) failFields({ supplyIds: { code: 'REQUIRED' } });
    return retryOnConflict(() => fromNeeds(ctx, supplyIds ?? null));
  },
});
