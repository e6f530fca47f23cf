import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { approvalPreview, testApprovalRule, waitingApproval } from '@lobby/shared/modules/approval-request.contract.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { present } from '../../kit/records/present.ts';
import { type AnyDoc, type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { fundBalances, type Line } from '../ledger/index.ts';
import { ACTS } from './acts.ts';
import { redo } from './decide.ts';

const flags = ['read'] as const;
const TESTED_DAYS = 30;

type Look = AnswerOf<typeof approvalPreview>;

/** Journal lines that the changes would post, with names of funds and units. */
async function postedIn({ projectId }: Ctx, changes: readonly Change[]): Promise<Pick<Look, 'lines' | 'balances'>> {
  const all = changes.flatMap(({ definition, insert }) =>
    definition === journalEntry ? ((insert?.lines ?? []) as Line[]) : [],
  );
  const ids = (name: 'fundId' | 'unitId') => [...new Set(all.flatMap(line => line[name] ?? []))];
  const [funds, units] = [
    await loadRefs(projectId, fund, ids('fundId')),
    await loadRefs(projectId, unit, ids('unitId')),
  ];
  const nameOf = (line: Line) =>
    funds.get(line.fundId ?? '')?.name ?? units.get(line.unitId ?? '')?.code ?? line.category ?? '';
  const there: ReadonlyMap<string, number> =
    ids('fundId').length > 0 ? await fundBalances(projectId, { fundIds: ids('fundId') }) : new Map();
  const ofFunds = ids('fundId').map(id => {
    const moved = all.filter(line => line.fundId === id && line.account === 'FUND');
    const before = there.get(id) ?? 0;
    const by = moved.reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
    return { name: funds.get(id)?.name ?? '', before, after: before + by };
  });
  const ofUnits = changes.flatMap(({ definition, update }) => {
    const by = update?.inc?.balance ?? 0;
    if (definition !== unitAccount || by === 0) return [];
    const before = Number(update?.doc.balance);
    return { name: units.get(String(update?.doc.unitId ?? ''))?.code ?? '', before, after: before + by };
  });
  return {
    lines: all.map(line => ({
      account: line.account,
      name: nameOf(line),
      debit: line.debit ?? 0,
      credit: line.credit ?? 0,
    })),
    balances: [...ofFunds, ...ofUnits],
  };
}

/** Payslips of the same day and payee: one payment may have been split to stay below the limit. */
async function alikeTo({ projectId }: Ctx, made: AnyDoc): Promise<Look['alike']> {
  const payslips = await records(payslip).find(
    { projectId },
    {
      status: 'NOT_CANCELED',
      _id: { $ne: made._id },
      accountingDate: String(made.accountingDate),
      payeeName: String(made.payeeName),
    },
    { limit: 20 },
  );
  return payslips.map(({ _id: id, code, amount }) => ({ id, code: code ?? '', amount }));
}

async function loadLook(ctx: Ctx, doc: Doc<typeof approvalRequest>): Promise<Look> {
  const { definition, about } = ACTS[doc.act];
  const nothing = { definition: definition.name, values: null, lines: [], balances: [], alike: [] };
  const target = about?.definition ?? definition;
  const now = doc.entityId ? await records(target).withRemoved().get(ctx, doc.entityId) : null;
  const changed = doc.status === 'PENDING' && Boolean(doc.entityId) && now?.version !== doc.entityVersion;
  if (doc.status !== 'PENDING') return { ...nothing, refused: null, changed };
  try {
    const { changes, docs } = await redo(ctx, doc);
    const [first, made] = [changes[0], docs[0]];
    const values = made && first?.insert ? present(definition, ctx.projectId, made, 'staff', 'detail') : null;
    return {
      refused: null,
      changed,
      definition: definition.name,
      values,
      ...(await postedIn(ctx, changes)),
      alike: made && doc.act === 'payslip.create' ? await alikeTo(ctx, made) : [],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = words(ctx, error.code, error.data);
    return { ...nothing, changed, refused: { code: error.code, message } };
  }
}

/** Preview of a request, requests pending for a document, and a rule's effect on past acts. */
export const looks: readonly Route[] = [
  route(approvalPreview, {
    flags,
    run: async (ctx, { params }) => loadLook(ctx, await load(ctx, approvalRequest, params.id)),
  }),
  route(waitingApproval, {
    flags,
    async run(ctx, { params: { entityId } }) {
      const { projectId } = ctx;
      const requests = await records(approvalRequest).find(
        { projectId },
        { status: 'PENDING', waitsFor: { $ne: null }, entityId },
        { patience: 2000 },
      );
      const shown = requests.filter(doc => can(ctx, doc.module ?? '', 'read'));
      const makers = await loadRefs(
        projectId,
        employee,
        shown.flatMap(({ makerId }) => makerId ?? []),
      );
      return shown.map(({ _id: id, code, act, makerId, madeAt, createdAt }) => ({
        id,
        code: code ?? '',
        act,
        maker: makers.get(makerId ?? '')?.name ?? '',
        madeAt: (madeAt ?? createdAt).toISOString(),
      }));
    },
  }),
  route(testApprovalRule, {
    flags,
    async run({ projectId, now }, { query: { act, fromAmount } }) {
      const { definition, call, amount = 'amount', traces } = ACTS[act];
      const since = new Date(now.getTime() - TESTED_DAYS * DAY_MS);
      const at = traces?.at ?? (call.endsWith('/cancel') ? 'canceledAt' : 'createdAt');
      const when = { ...traces?.where, [at]: { $gte: since } };
      const count = (more: object) => records(definition).count({ projectId }, { ...when, ...more });
      return { total: await count({}), waited: await count({ [amount]: { $gte: fromAmount } }) };
    },
  }),
];
