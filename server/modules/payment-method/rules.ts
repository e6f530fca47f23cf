import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { ActionsOf, BehaviourOf, RuleOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';

type Method = Values<typeof paymentMethod>;
const STEP = 10;

const methods = ({ projectId }: Ctx, query: Where<typeof paymentMethod> = {}, session: Session | null = null) =>
  records(paymentMethod)
    .in(session)
    .find({ projectId }, query, { sort: { order: 1, _id: 1 } });

/** Default uses of a method, by kind. */
export const usualOf = (
  kind: Method['kind'],
): Pick<Doc<typeof paymentMethod>, 'settles' | 'forResidents' | 'forStaff' | 'forRefunds'> => ({
  settles: kind === 'CASH' || kind === 'TRANSFER' ? 'DIRECT' : 'ON_STATEMENT',
  forResidents: kind === 'ONLINE',
  forStaff: kind !== 'ONLINE',
  forRefunds: kind === 'CASH' || kind === 'TRANSFER',
});

/** The fund of a method: active, a cash fund for cash, else one at a bank. */
async function loadFund({ projectId }: Ctx, { fundId, kind }: Method): Promise<Doc<typeof fund>> {
  const place = await records(fund).get({ projectId }, fundId);
  if (place?.active !== true || (place.kind === 'CASH') !== (kind === 'CASH'))
    return failFields({ fundId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
  return place;
}

/** Refuses another kind once receipts use the method. */
async function assertKindKept(
  { projectId }: Ctx,
  values: Method,
  doc: Doc<typeof paymentMethod> | null,
): Promise<void> {
  if (!doc || !('kind' in values) || values.kind === doc.kind) return;
  const used = await records(receipt).withRemoved().exists({ projectId }, { 'methods.methodId': doc._id });
  if (used) failFields({ kind: { code: 'PAYMENT_METHOD_IN_USE' } }, 'PAYMENT_METHOD_IN_USE');
}

/** Refuses to switch off the last cash method; concurrent attempts are serialised. */
const keepsCash = (ctx: Ctx, doc: Doc<typeof paymentMethod>) => async (session: Session) => {
  if (doc.kind !== 'CASH' || doc.active !== true) return;
  await serializeBy(`cash methods ${ctx.projectId}`, session);
  const others = await methods(ctx, { kind: 'CASH', active: true, _id: { $ne: doc._id } }, session);
  if (others.length === 0) fail('PAYMENT_METHOD_CASH_REQUIRED');
};

/** A method without a fund, or an online one without a gateway, cannot be active. */
const isWhole = ({ kind, fundId, gatewayId }: Method): boolean => Boolean(fundId && (kind !== 'ONLINE' || gatewayId));

export const methodBehaviour = {
  async check(ctx, { kind: how, values, doc }) {
    if (how === 'remove' || how === 'restore') return values;
    await checkRefs(ctx, paymentMethod.fields, values);
    await assertKindKept(ctx, values, doc);
    const whole: Method = { ...doc, ...values };
    const usual = usualOf(whole.kind);
    const settles = whole.settles ?? usual.settles;
    if (whole.kind === 'CASH' && settles !== 'DIRECT')
      failFields({ settles: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    if (doc?.active === true && !isWhole(whole)) fail('PAYMENT_CONFIG_NOT_FOUND');
    const place = whole.fundId ? await loadFund(ctx, whole) : null;
    const isBanked = whole.kind === 'TRANSFER' || whole.kind === 'SPOS';
    const bankAccountId = isBanked ? (place?.bankAccountId ?? null) : null;
    // Only online methods have a gateway.
    const gatewayId = whole.kind === 'ONLINE' ? (whole.gatewayId ?? null) : null;
    if (doc) return { ...values, settles, bankAccountId, gatewayId };
    const last = (await methods(ctx)).at(-1);
    const order = (last?.order ?? 0) + STEP;
    return { ...usual, order, ...values, settles, bankAccountId, gatewayId, active: isWhole(whole) };
  },
  async inTransaction(ctx, session, { kind, before }) {
    if (kind === 'remove') await keepsCash(ctx, before)(session);
  },
} satisfies BehaviourOf<typeof paymentMethod>;

export const methodActs = {
  async activate(ctx, doc) {
    if (!isWhole(doc)) fail('PAYMENT_CONFIG_NOT_FOUND');
    await loadFund(ctx, doc);
    return { set: { active: true } };
  },
  deactivate: (ctx, doc) => ({ set: { active: false }, also: keepsCash(ctx, doc) }),
} satisfies ActionsOf<typeof paymentMethod>;

interface Beside {
  beforeId?: string | null | undefined;
  afterId?: string | null | undefined;
}

/** Moves a method before or after another: all are renumbered, without new versions. */
export const placeMethod =
  ({ beforeId, afterId }: Beside): RuleOf<typeof paymentMethod> =>
  async (ctx, doc) => {
    const others = (await methods(ctx)).filter(({ _id }) => _id !== doc._id);
    const name = beforeId ? 'beforeId' : 'afterId';
    if (Boolean(beforeId) === Boolean(afterId)) failFields({ [name]: { code: beforeId ? 'INVALID' : 'REQUIRED' } });
    const target = others.findIndex(({ _id }) => _id === (beforeId ?? afterId));
    if (target < 0) failFields({ [name]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    const at = beforeId ? target : target + 1;
    const all = others.toSpliced(at, 0, doc).map((method, n) => ({ one: method, order: (n + 1) * STEP }));
    return {
      set: { order: (at + 1) * STEP },
      with: all
        .filter(({ one: method, order }) => method !== doc && method.order !== order)
        .map(({ one: method, order }) => ({
          definition: paymentMethod,
          action: 'place',
          update: { doc: method, set: { order }, keepVersion: true },
        })),
    };
  };
