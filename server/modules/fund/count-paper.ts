import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { z } from 'zod';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4 } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/act.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { drawnTo } from '../../platform/projects/paper.ts';
import { type Block, drawPages, frameOf, headBlock, rowBlock, wordsBlock } from '../template/index.ts';

/** `GET /fund-count/:id/pdf`: the minutes of a count, to be signed by who counted and who saw it. */
export const countPaper: Route = route({
  method: 'get',
  path: `${fundCount.path}/:id/pdf`,
  summary: 'The minutes of a count of a fund as a PDF',
  module: fundCount.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
  answer: 'application/pdf',
  async run(own, { params: { id }, query: { lang }, res }) {
    const ctx = { ...own, language: lang ?? own.language };
    const doc = await load(ctx, fundCount, id);
    const [funds, people] = await Promise.all([
      loadRefs(ctx.projectId, fund, [String(doc.fundId)]),
      loadRefs(
        ctx.projectId,
        employee,
        [doc.countedById, doc.witnessId].flatMap(one => (typeof one === 'string' ? one : [])),
      ),
    ]);
    const say = (key: string) => text(ctx, `fund-count.${key}`);
    const nameOf = (one: unknown) => String(people.get(String(one))?.name ?? '');
    await drawnTo(ctx, res, String(doc.code), async (pdf, project) => {
      const frame = frameOf(A4, ctx.language);
      const two = [2, 1].map((share, n) => ({ head: '', below: '', share, figure: n === 1 }));
      const fact = (label: string, value: string) => rowBlock(frame, two, [label, value]);
      const columns = ['value', 'pieces', 'worth'].map(key => ({
        head: say(`paper.${key}`),
        below: '',
        share: 1,
        figure: true,
      }));
      const under = headBlock(frame, columns);
      const lines = (doc.denominations ?? []) as { value: number; pieces: number }[];
      const blocks: Block[] = [
        wordsBlock(frame, project.name, { weight: 700 }),
        wordsBlock(frame, say('paper.title'), { size: frame.letter + 6, weight: 700, align: 'middle' }),
        wordsBlock(frame, String(doc.code), { align: 'middle' }, 12),
        fact(say('fields.fundId'), String(funds.get(String(doc.fundId))?.name ?? '')),
        fact(say('fields.countedAt'), stamp(doc.countedAt as Date, ctx.project.timeZone)),
        ...(lines.length > 0 ? [under] : []),
        ...lines.map(({ value, pieces }) => ({
          ...rowBlock(
            frame,
            columns,
            [value, pieces, value * pieces].map(one => numberIn(ctx.language, one)),
          ),
          under,
        })),
        ...(['counted', 'book', 'difference'] as const).map(name =>
          fact(say(`fields.${name}`), numberIn(ctx.language, Number(doc[name] ?? 0))),
        ),
        wordsBlock(frame, amountInWords(Number(doc.counted), ctx.language), {}, 8),
        ...(doc.note ? [wordsBlock(frame, String(doc.note), {}, 8)] : []),
        wordsBlock(frame, `\n${say('fields.countedById')}: ${nameOf(doc.countedById)}\n\n\n`),
        wordsBlock(frame, `${say('fields.witnessId')}: ${nameOf(doc.witnessId)}\n\n\n`),
      ];
      await drawPages(pdf, ctx, frame, blocks);
    });
  },
});
