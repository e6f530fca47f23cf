import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { factBlock, headBlock, recordPapers, rowBlock, signBlock, wordsBlock } from '../template/index.ts';

/** Minutes of cash counts, to be signed by counter and witness. */
export const countPapers: readonly Route[] = recordPapers(fundCount, {
  summary: {
    one: 'The minutes of a count of a fund as a PDF',
    many: 'The minutes of chosen counts of funds as one PDF',
  },
  title: ctx => text(ctx, 'fund-count.paper.title'),
  async blocksOf(ctx, doc, frame) {
    const [funds, people] = await Promise.all([
      loadRefs(ctx.projectId, fund, [doc.fundId]),
      loadRefs(
        ctx.projectId,
        employee,
        [doc.countedById, doc.witnessId].filter(id => id !== null),
      ),
    ]);
    const say = (key: string) => text(ctx, `fund-count.${key}`);
    const nameOf = (id: string | null) => people.get(id ?? '')?.name ?? '';
    const fact = (label: string, value: string) => factBlock(frame, label, value, true);
    const columns = ['value', 'pieces', 'worth'].map(key => ({
      head: say(`paper.${key}`),
      below: '',
      share: 1,
      figure: true,
    }));
    const under = headBlock(frame, columns);
    const lines = doc.denominations;
    return [
      fact(say('fields.fundId'), funds.get(doc.fundId)?.name ?? ''),
      fact(say('fields.countedAt'), stamp(doc.countedAt ?? doc.createdAt, ctx.project.timeZone)),
      ...(lines.length > 0 ? [under] : []),
      ...lines.map(({ value, pieces }) => ({
        ...rowBlock(
          frame,
          columns,
          [value, pieces, value * pieces].map(figure => numberIn(ctx.language, figure)),
        ),
        under,
      })),
      ...(['counted', 'book', 'difference'] as const).map(name =>
        fact(say(`fields.${name}`), numberIn(ctx.language, doc[name] ?? 0)),
      ),
      wordsBlock(frame, amountInWords(doc.counted ?? 0, ctx.language), {}, 8),
      ...(doc.note ? [wordsBlock(frame, doc.note, {}, 8)] : []),
      signBlock(
        frame,
        (['countedById', 'witnessId'] as const).map(name => ({ role: say(`fields.${name}`), name: nameOf(doc[name]) })),
      ),
    ];
  },
});
