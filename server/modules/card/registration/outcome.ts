import { registrationOutcome } from '@lobby/shared/modules/card-registration.contract.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { presentChange } from '../../../kit/records/present.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { cardChanges } from './complete.ts';
import { assertLimitNow } from './rules.ts';

/** Statuses in which the outcome can still be previewed. */
const OPEN = ['WAITING', 'APPROVED', 'IN_PROGRESS'];

/** Form that still holds the deposit of a returned or lost card. */
async function heldDeposit(ctx: Ctx, { type, cardId }: Doc<typeof cardRegistration>) {
  if (!cardId || (type !== 'CANCEL' && type !== 'LOST')) return null;
  const [form] = await records(cardRegistration).find(
    ctx,
    { newCardId: cardId, status: 'COMPLETED', depositStatus: 'DEPOSITED' },
    { sort: { createdAt: -1 }, limit: 1 },
  );
  return form ? { id: form._id, code: form.code ?? '', amount: form.depositAmount ?? 0 } : null;
}

function shown(projectId: string, { definition, action, insert, update }: Change) {
  const doc = insert ?? update?.doc;
  const shownOf = (of: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(of).filter(
        ([name]) => name === 'status' || (definition.fields[name] && !definition.fields[name].internal),
      ),
    );
  const after = shownOf(insert ?? update?.set ?? {});
  const before = update ? Object.fromEntries(Object.keys(after).map(name => [name, update.doc[name] ?? null])) : null;
  return {
    entity: definition.name,
    id: doc?._id ?? '',
    title: String(doc?.[definition.title] ?? ''),
    action,
    before: presentChange(definition, projectId, before, 'staff'),
    after: presentChange(definition, projectId, after, 'staff') ?? {},
  };
}

/** `GET /card-registration/:id/outcome`: previews the changes to cards and vehicles; stores nothing. */
export const outcomeRoute = route(registrationOutcome, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, cardRegistration, id);
    const held = await heldDeposit(ctx, doc);
    if (!OPEN.includes(doc.status)) return { refused: null, changes: [], held };
    try {
      await assertLimitNow(ctx, doc);
      const { with: changes } = await cardChanges(ctx, doc, { cardReturned: true });
      return { refused: null, changes: changes.map(change => shown(ctx.projectId, change)), held };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: error.code, changes: [], held };
    }
  },
});
