import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import type { DocumentType } from '@lobby/shared/modules/report-template.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { A4, type Pdf } from '../../../kit/paper/pdf.ts';
import { detailFlag, load, loadChosen } from '../../../kit/records/acts/act.ts';
import { fieldOf, type Loaded } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { type Block, type Frame, frameOf, wordsBlock } from './blocks.ts';
import type { PaperContent } from './content.ts';
import { drawPaper } from './draw.ts';
import { type Layout, layoutFor } from './layout.ts';
import { drawPages } from './pages.ts';

/** Most records in one PDF. */
const MOST = 200;

type Drawn = (pdf: Pdf, project: Project) => Promise<void>;

interface Papers<D extends Definition> {
  /** Summaries for OpenAPI: of the paper of one record, and of the papers of several. */
  summary: { one: string; many: string };
  residents?: boolean;
  /** Reads what stands on the papers, in the requested language or the usual one, and returns how they are drawn. */
  read: (ctx: Ctx, docs: readonly Loaded<D>[], lang: Language | undefined) => Promise<Drawn[]>;
}

/** The language of a paper; that of its reader or template if left out. */
export const paperQuery = z.strictObject({ lang: z.enum(LANGUAGES).optional() });

/** `GET /<path>/:id/pdf` and `POST /<path>/print`: one or chosen records on paper. */
function papersOf<const D extends Definition>(definition: D, { summary, residents = false, read }: Papers<D>): Route[] {
  const { path, code: module } = definition;
  const flags = [detailFlag(definition)] as const;
  async function draw(ctx: Ctx, res: Response, docs: readonly Loaded<D>[], name: string, lang: Language | undefined) {
    const papers = await read(ctx, docs, lang);
    await drawnTo(ctx, res, name, async (pdf, project) => {
      for (const paper of papers) await paper(pdf, project);
    });
  }
  return [
    route({
      method: 'get',
      path: `${path}/:id/pdf`,
      summary: summary.one,
      module,
      flags,
      residents,
      params: z.strictObject({ id: idSchema }),
      query: paperQuery,
      answer: 'application/pdf',
      async run(ctx, { params: { id }, query: { lang }, res }) {
        const doc = await load(ctx, definition, id);
        await draw(ctx, res, [doc], codeOf(doc), lang);
      },
    }),
    route({
      method: 'post',
      path: `${path}/print`,
      summary: summary.many,
      module,
      flags,
      body: () => paperQuery.extend({ ids: chosenIdsSchema(definition, MOST) }),
      answer: 'application/pdf',
      async run(ctx, { body: { ids, lang }, res }) {
        await draw(ctx, res, await loadChosen(ctx, definition, ids), definition.name, lang);
      },
    }),
  ];
}

const codeOf = (doc: object): string => String(fieldOf(doc, 'code') ?? '');

/** A record as PDF, headed by project, title and code. */
export interface RecordPaper<D extends Definition> extends Omit<Papers<D>, 'read'> {
  title: (ctx: Ctx) => string;
  /** Content below the heading; `ctx` is in the language of the document. */
  blocksOf: (ctx: Ctx, doc: Loaded<D>, frame: Frame) => Promise<Block[]>;
}

/** Papers of records without a template: on A4, in the requested language or the reader's. */
export const recordPapers = <const D extends Definition>(
  definition: D,
  { title, blocksOf, ...papers }: RecordPaper<D>,
): Route[] =>
  papersOf(definition, {
    ...papers,
    async read(base, docs, lang) {
      const ctx = { ...base, language: lang ?? base.language };
      const frame = frameOf(A4, ctx.language);
      const drawn: Drawn[] = [];
      for (const doc of docs) {
        const blocks = [
          wordsBlock(frame, title(ctx), { size: frame.letter + 6, weight: 700, align: 'middle' }),
          wordsBlock(frame, codeOf(doc), { align: 'middle' }, 12),
          ...(await blocksOf(ctx, doc, frame)),
        ];
        drawn.push((pdf, { name }) =>
          drawPages(pdf, ctx, frame, [wordsBlock(frame, name, { weight: 700 }), ...blocks]),
        );
      }
      return drawn;
    },
  });

interface SlipPaper<D extends Definition> extends Omit<Papers<D>, 'read'> {
  type: DocumentType;
  /** Reads the content of the slip; `ctx` is in the language of the layout. */
  contentOf: (ctx: Ctx, doc: Loaded<D>) => Promise<PaperContent>;
}

/** Papers of records in the layout of their report template, in its languages or the requested one. */
export const slipPapers = <const D extends Definition>(
  definition: D,
  { type, contentOf, ...papers }: SlipPaper<D>,
): Route[] =>
  papersOf(definition, {
    ...papers,
    async read(base, docs, lang) {
      const { layout, ctx } = await laidOut(base, type, lang);
      const contents: PaperContent[] = [];
      for (const doc of docs) contents.push(await contentOf(ctx, doc));
      return contents.map(content => pdf => drawPaper(pdf, layout, content, ctx));
    },
  });

/** The layout of a document type, and the caller in its language. */
async function laidOut(base: Ctx, type: DocumentType, lang: Language | undefined) {
  const stored = await layoutFor(base, type);
  const layout: Layout = lang ? { ...stored, languages: [lang] } : stored;
  return { layout, ctx: { ...base, language: layout.languages[0] } };
}

interface ReportPdf<Q extends typeof paperQuery> {
  /** Path of the report; the PDF is `<path>/pdf`. */
  path: string;
  summary: string;
  module: string;
  flags: readonly Flag[];
  type: DocumentType;
  query: Q;
  /** Reads the contents of the papers, each of which begins a page; `ctx` is in the language of the layout. */
  contentsOf: (ctx: Ctx, query: z.output<Q>) => Promise<readonly PaperContent[]>;
  /** Title in place of that of the document type. */
  title?: (ctx: Ctx) => string;
}

/** `GET <path>/pdf`: a report in the layout of its report template. */
export const reportPdf = <Q extends typeof paperQuery>({
  path,
  type,
  query,
  contentsOf,
  title,
  ...about
}: ReportPdf<Q>): Route =>
  route({
    ...about,
    method: 'get',
    path: `${path}/pdf`,
    query,
    answer: 'application/pdf',
    async run(base, { query: input, res }) {
      const { layout, ctx } = await laidOut(base, type, input.lang);
      const contents = await contentsOf(ctx, input);
      const named = title ? { ...layout, title: title(ctx) } : layout;
      await drawnTo(ctx, res, type.toLowerCase().replaceAll('_', '-'), async pdf => {
        for (const content of contents) await drawPaper(pdf, named, content, ctx);
      });
    },
  });
