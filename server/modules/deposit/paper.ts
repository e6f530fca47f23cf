import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { slipPapers } from '../template/index.ts';

/** Slips of deposits: what was taken, what went back or elsewhere since, and what is still held. */
export const depositPapers: readonly Route[] = slipPapers(deposit, {
  type: 'DEPOSIT_SLIP',
  summary: {
    one: 'The slip of a deposit as a PDF: what was taken, what went back, what is held',
    many: 'The slips of chosen deposits as one PDF',
  },
  async contentOf(ctx, doc) {
    const { projectId, language } = ctx;
    const [homes, funds, cashiers] = await Promise.all([
      loadRefs(projectId, unit, [doc.unitId]),
      loadRefs(projectId, fund, doc.fundId ? [doc.fundId] : []),
      loadRefs(projectId, employee, doc.cashierId ? [doc.cashierId] : []),
    ]);
    const say = (key: string) => text(ctx, `deposit.${key}`);
    const money = (amount: number) => numberIn(language, amount);
    const day = (value: string) => sayValue('accountingDate', value, language);
    const moved = [
      ...doc.refunds.map(refund => ({ ...refund, said: say('actions.refund') })),
      ...doc.moves
        .filter(({ canceledOn }) => !canceledOn)
        .map(move => ({ ...move, said: [say(`options.act.${move.act}`), move.reason].filter(Boolean).join(' · ') })),
    ].toSorted((a, b) => a.day.localeCompare(b.day));
    const cashier = cashiers.get(doc.cashierId ?? '')?.name || null;
    return {
      code: doc.code ?? '',
      day: day(doc.accountingDate),
      box: { key: 'amount', amount: money(doc.amount), below: null },
      facts: [
        ['payer', doc.payerName],
        ['unit', homes.get(doc.unitId)?.code ?? ''],
        ['kind', say(`options.kind.${doc.kind}`)],
        ['reason', [doc.content, doc.originCode].filter(Boolean).join(' · ')],
        ['method', doc.method ? say(`options.method.${doc.method}`) : ''],
        ['fund', funds.get(doc.fundId ?? '')?.name ?? ''],
        ['dueBack', doc.dueBackOn ? day(doc.dueBackOn) : ''],
      ],
      tables: [
        {
          title: null,
          columns: ['date', 'content', 'out'],
          heads: { out: say('paper.went') },
          rows: moved.map(move => ({ cells: { date: day(move.day), content: move.said, out: money(move.amount) } })),
        },
      ],
      sums: moved.length > 0 ? [['held', money(doc.remaining)]] : [],
      amount: doc.amount,
      bank: null,
      qr: null,
      cancelled: doc.status === 'CANCELLED',
      signers: { PAYER: doc.payerName, PAYEE: doc.payerName, PREPARER: cashier, CASHIER: cashier },
    };
  },
});
