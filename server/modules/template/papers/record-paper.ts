import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { A4 } from '../../../kit/paper/pdf.ts';
import { detailFlag, load, loadChosen } from '../../../kit/records/act.ts';
import type { Loaded } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper.ts';
import { type Block, type Frame, frameOf, wordsBlock } from './blocks.ts';
import { drawPages } from './pages.ts';

/** Most records in one PDF. */
const MOST = 200;

/** A record as PDF, headed by project, title and code. */
export interface RecordPaper<D extends Definition> {
  /** What one paper is, and what chosen ones together are. */
  summary: { one: string; many: string };
  title: (ctx: Ctx) => string;
  /** Content below the heading; `ctx` is in the language of the document. */
  blocksOf: (ctx: Ctx, doc: Loaded<D>, frame: Frame) => Promise<Block[]>;
  residents?: boolean;
}

const asked = { lang: z.enum(LANGUAGES).optional() };

/** `GET /<path>/:id/pdf` and `POST /<path>/print`: one or chosen records on A4, in the requested language. */
export function recordPapers<const D extends Definition>(definition: D, paper: RecordPaper<D>): Route[] {
  const { path, code: module } = definition;
  const flags = [detailFlag(definition)] as const;
  async function draw(own: Ctx, res: Response, docs: readonly Loaded<D>[], name: string, lang: Language | undefined) {
    const ctx = { ...own, language: lang ?? own.language };
    const frame = frameOf(A4, ctx.language);
    const papers: Block[][] = [];
    for (const doc of docs)
      papers.push([
        wordsBlock(frame, paper.title(ctx), { size: frame.letter + 6, weight: 700, align: 'middle' }),
        wordsBlock(frame, codeOf(doc), { align: 'middle' }, 12),
        ...(await paper.blocksOf(ctx, doc, frame)),
      ]);
    await drawnTo(ctx, res, name, async (pdf, project) => {
      const head = wordsBlock(frame, project.name, { weight: 700 });
      for (const blocks of papers) await drawPages(pdf, ctx, frame, [head, ...blocks]);
    });
  }
  return [
    route({
      method: 'get',
      path: `${path}/:id/pdf`,
      summary: paper.summary.one,
      module,
      flags,
      residents: paper.residents ?? false,
      params: z.strictObject({ id: idSchema }),
      query: z.strictObject(asked),
      answer: 'application/pdf',
      async run(ctx, { params: { id }, query: { lang }, res }) {
        const doc = await load(ctx, definition, id);
        await draw(ctx, res, [doc], codeOf(doc), lang);
      },
    }),
    route({
      method: 'post',
      path: `${path}/print`,
      summary: paper.summary.many,
      module,
      flags,
      body: () => z.strictObject({ ...asked, ids: chosenIdsSchema(definition, MOST) }),
      answer: 'application/pdf',
      async run(ctx, { body: { ids, lang }, res }) {
        const docs = await loadChosen(ctx, definition, ids);
        await draw(ctx, res, docs, definition.name, lang);
      },
    }),
  ];
}

const codeOf = (doc: object): string => String((doc as { code?: unknown }).code ?? '');
