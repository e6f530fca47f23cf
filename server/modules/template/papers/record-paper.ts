import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { A4 } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/act.ts';
import type { Loaded } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper.ts';
import { type Block, type Frame, frameOf, wordsBlock } from './blocks.ts';
import { drawPages } from './pages.ts';

/** A record as PDF, headed by project, title and code. */
export interface RecordPaper<D extends Definition> {
  summary: string;
  title: (ctx: Ctx) => string;
  /** Content below the heading; `ctx` is in the language of the document. */
  blocksOf: (ctx: Ctx, doc: Loaded<D>, frame: Frame) => Promise<Block[]>;
  residents?: boolean;
}

/** `GET /<path>/:id/pdf`: a record on A4, in the requested language. */
export function recordPaper<const D extends Definition>(definition: D, paper: RecordPaper<D>): Route {
  return route({
    method: 'get',
    path: `${definition.path}/:id/pdf`,
    summary: paper.summary,
    module: definition.code,
    flags: ['read'],
    residents: paper.residents ?? false,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
    answer: 'application/pdf',
    async run(own, { params: { id }, query: { lang }, res }) {
      const ctx = { ...own, language: lang ?? own.language };
      const doc = await load(ctx, definition, id);
      const frame = frameOf(A4, ctx.language);
      const blocks = await paper.blocksOf(ctx, doc, frame);
      const code = String((doc as { code?: unknown }).code ?? '');
      await drawnTo(ctx, res, code, (pdf, project) =>
        drawPages(pdf, ctx, frame, [
          wordsBlock(frame, project.name, { weight: 700 }),
          wordsBlock(frame, paper.title(ctx), { size: frame.letter + 6, weight: 700, align: 'middle' }),
          wordsBlock(frame, code, { align: 'middle' }, 12),
          ...blocks,
        ]),
      );
    },
  });
}
