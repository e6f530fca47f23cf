import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { factBlock, headBlock, recordPapers, rowBlock, signBlock, wordsBlock } from '../template/index.ts';

/** Slips of deposits: what was taken, what went back or elsewhere since, and what is still held. */
export const depositPapers: readonly Route[] = recordPapers(deposit, {
  summary: {
    one: 'The slip of a deposit as a PDF: what was taken, what went back, what is held',
    many: 'The slips of chosen deposits as one PDF',
  },
  title: ctx => text(ctx, 'deposit.paper.title'),
  async blocksOf(ctx, doc, frame) {
    const { projectId, language } = ctx;
    const [homes, funds, cashiers] = await Promise.all([
      loadRefs(projectId, unit, [doc.unitId]),
      loadRefs(projectId, fund, doc.fundId ? [doc.fundId] : []),
      loadRefs(projectId, employee, doc.cashierId ? [doc.cashierId] : []),
    ]);
    const say = (key: string) => text(ctx, `deposit.${key}`);
    const money = (amount: number) => numberIn(language, amount);
    const day = (value: string) => sayValue('accountingDate', value, language);
    const fact = (label: string, value: string) => factBlock(frame, label, value);
    const fundName = String(funds.get(doc.fundId ?? '')?.name ?? '');
    const moved = [
      ...doc.refunds.map(one => ({ ...one, said: say('actions.refund'), reason: null })),
      ...doc.moves
        .filter(({ canceledOn }) => !canceledOn)
        .map(one => ({ ...one, said: say(`options.act.${one.act}`) })),
    ].toSorted((a, b) => a.day.localeCompare(b.day));
    const columns = ['day', 'act', 'amount', 'reason'].map(key => ({
      head: say(`paper.${key}`),
      below: '',
      share: key === 'reason' ? 2 : 1,
      figure: key === 'amount',
    }));
    const under = headBlock(frame, columns);
    return [
      fact(text(ctx, 'unit.name'), String(homes.get(doc.unitId)?.code ?? '')),
      fact(say('fields.payerName'), doc.payerName),
      fact(say('fields.kind'), say(`options.kind.${doc.kind}`)),
      ...(doc.originCode ? [fact(say('fields.originCode'), doc.originCode)] : []),
      ...(doc.content ? [fact(say('fields.content'), doc.content)] : []),
      fact(say('fields.accountingDate'), day(doc.accountingDate)),
      ...(fundName ? [fact(say('fields.fundId'), fundName)] : []),
      fact(say('paper.amount'), money(doc.amount)),
      fact(say('paper.words'), amountInWords(doc.amount, language)),
      ...(doc.dueBackOn ? [fact(say('fields.dueBackOn'), day(doc.dueBackOn))] : []),
      ...(moved.length > 0 ? [under] : []),
      ...moved.map(one => ({
        ...rowBlock(frame, columns, [day(one.day), one.said, money(one.amount), one.reason ?? '']),
        under,
      })),
      fact(say('fields.remaining'), money(doc.remaining)),
      ...(doc.status === 'CANCELLED' ? [wordsBlock(frame, say('statuses.CANCELLED'), { weight: 700 })] : []),
      signBlock(frame, [
        { role: say('fields.payerName'), name: doc.payerName },
        { role: say('fields.cashierId'), name: String(cashiers.get(doc.cashierId ?? '')?.name ?? '') },
      ]),
    ];
  },
});
