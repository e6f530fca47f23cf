import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { factBlock, headBlock, recordPapers, rowBlock, signBlock, wordsBlock } from '../template/index.ts';

/** Householder's name, for heading and signature. */
async function loadHouseholder({ projectId }: Ctx, unitId: string): Promise<string> {
  const living = await records(residency).first({ projectId }, { unitId, living: true, role: 'HOUSEHOLDER' });
  const people = living ? await loadRefs(projectId, resident, [living.residentId]) : null;
  return people?.get(living?.residentId ?? '')?.name ?? '';
}

/** Billed and paid amounts per line as of the comparison's day. */
async function loadLines({ projectId }: Ctx, { debtLines }: Doc<typeof debtComparison>) {
  const [bills, services] = await Promise.all([
    loadRefs(
      projectId,
      bill,
      debtLines.map(({ billId }) => billId),
    ),
    loadRefs(
      projectId,
      service,
      debtLines.flatMap(({ serviceId }) => serviceId ?? []),
    ),
  ]);
  return debtLines.map(({ billId, serviceId, month, left }) => {
    const billed = Math.max(left, bills.get(billId)?.total ?? left);
    return { name: services.get(serviceId ?? '')?.name ?? '', month, billed, paid: billed - left, left };
  });
}

/** Debt reconciliation minutes, to be signed by both sides. */
export const comparisonPapers: readonly Route[] = recordPapers(debtComparison, {
  summary: {
    one: 'The minutes of a comparison of debts as a PDF',
    many: 'The minutes of chosen comparisons of debts as one PDF',
  },
  title: ctx => text(ctx, 'debt-comparison.paper.title'),
  residents: true,
  async blocksOf(ctx, doc, frame) {
    const [homes, householder, lines] = await Promise.all([
      loadRefs(ctx.projectId, unit, [doc.unitId]),
      loadHouseholder(ctx, doc.unitId),
      loadLines(ctx, doc),
    ]);
    const say = (key: string) => text(ctx, `debt-comparison.${key}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const fact = (label: string, value: string) => factBlock(frame, label, value, true);
    const columns = ['service', 'month', 'billed', 'paid', 'left'].map((key, n) => ({
      head: say(`paper.${key}`),
      below: '',
      share: n === 0 ? 2 : 1,
      figure: n > 1,
    }));
    const under = headBlock(frame, columns);
    return [
      fact(text(ctx, 'unit.name'), homes.get(doc.unitId)?.code ?? ''),
      fact(say('paper.householder'), householder),
      fact(say('fields.asOf'), sayValue('asOf', doc.asOf, ctx.language)),
      ...(lines.length > 0 ? [under] : []),
      ...lines.map(({ name, month, billed, paid, left }) => ({
        ...rowBlock(frame, columns, [name, month ?? '', money(billed), money(paid), money(left)]),
        under,
      })),
      ...(['debt', 'interest', 'account', 'advance', 'deposits', 'difference'] as const).map(name =>
        fact(say(`fields.${name}`), money(doc[name])),
      ),
      wordsBlock(frame, amountInWords(Math.abs(doc.difference), ctx.language), {}, 8),
      ...(doc.confirmation === 'AGREED' || doc.confirmation === 'DISAGREED'
        ? [wordsBlock(frame, `${say(`options.confirmation.${doc.confirmation}`)} ${doc.confirmationNote ?? ''}`, {}, 8)]
        : []),
      signBlock(frame, [{ role: say('paper.building') }, { role: say('paper.householder'), name: householder }]),
    ];
  },
});
