import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { depositQr } from '@lobby/shared/modules/deposit.contract.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { accountFor, shownTransfer, virtualAt } from '../bank-account/index.ts';
import { factBlock, markBlock, recordPapers } from '../template/index.ts';
import { missingOf } from './requests.ts';

/** Transfer details of the missing amount; null if nothing is missing or no account exists. */
async function loadTransfer(ctx: Ctx, doc: Doc<typeof depositRequest>) {
  const amount = doc.status === 'WAIT_FOR_DEPOSIT' ? missingOf(doc) : 0;
  const { unitId } = doc;
  const [account, homes] = await Promise.all([accountFor(ctx), loadRefs(ctx.projectId, unit, [unitId])]);
  const unitCode = homes.get(unitId)?.code ?? '';
  if (amount <= 0) return { amount, unitCode, paid: null };
  const virtual = account ? (await virtualAt(ctx, account, [unitId])).get(unitId) : undefined;
  const { bank, qr } = shownTransfer(account, { code: doc.code ?? '', unit: unitCode, amount }, virtual);
  const paid = bank && qr ? { account: bank.number, amount, content: bank.content, payload: qr } : null;
  return { amount, unitCode, paid };
}

export const requestQrRoute: Route = route(depositQr, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, depositRequest, id);
    const { amount, paid } = await loadTransfer(ctx, doc);
    if (amount <= 0) fail('QR_NOTHING_OWED');
    return paid ? [paid] : [];
  },
});

/** Payment slips of deposit requests, with the transfer's VietQR. */
export const requestSlips: readonly Route[] = recordPapers(depositRequest, {
  summary: {
    one: 'The slip of a deposit that is asked for, with its VietQR',
    many: 'The slips of chosen deposits that are asked for, as one PDF',
  },
  title: ctx => text(ctx, 'deposit-request.name'),
  residents: true,
  async blocksOf(ctx, doc, frame) {
    const { unitCode, paid } = await loadTransfer(ctx, doc);
    const say = (key: string) => text(ctx, `deposit-request.${key}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const fact = (label: string, value: string) => factBlock(frame, label, value);
    return [
      fact(text(ctx, 'unit.name'), unitCode),
      fact(say('slip.content'), doc.content),
      fact(say('slip.amount'), money(doc.amount)),
      fact(say('fields.collected'), money(doc.collected)),
      ...(doc.dueOn ? [fact(say('fields.dueOn'), sayValue('dueOn', doc.dueOn, ctx.language))] : []),
      ...(paid
        ? [
            fact(say('slip.missing'), money(paid.amount)),
            fact(say('slip.account'), paid.account),
            fact(say('slip.transfer'), paid.content),
            markBlock(frame, paid.payload),
          ]
        : []),
    ];
  },
});
