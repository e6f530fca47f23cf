import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Attached } from '../../../kit/mail/deliver.ts';
import { openPdf, type Pdf } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Loaded } from '../../../kit/store/records.ts';
import { type Project, projects } from '../projects.ts';

/** Title of a document: its heading, and the code if its file is named by one. */
export const titledBy =
  (name: string) =>
  (heading: string): string =>
    [heading, ...(/^\p{Lu}/u.test(name) ? [name.replaceAll('_', ' ')] : [])].filter(Boolean).join(' · ') || name;

/** Writes a PDF of the project to the response while it is drawn. */
export async function drawnTo(
  ctx: Ctx,
  res: Response,
  name: string,
  draw: (pdf: Pdf, project: Project) => Promise<void>,
): Promise<void> {
  const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
  res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}.pdf"` });
  const pdf = openPdf(res, titledBy(name));
  try {
    await draw(pdf, project);
    await pdf.close();
  } catch (error) {
    // The client has disconnected.
    if (!res.destroyed) throw error;
  }
}

/** A PDF of the project as a mail attachment. */
export async function loadAttached(name: string, draw: (pdf: Pdf) => Promise<unknown>): Promise<Attached> {
  const out = new PassThrough();
  const read = buffer(out);
  const pdf = openPdf(out, titledBy(name));
  await draw(pdf);
  await pdf.close();
  return { name: `${name}.pdf`, type: 'application/pdf', content: (await read).toString('base64') };
}

interface Paper<D extends Definition> {
  definition: D;
  summary: string;
  /** File name without extension. */
  nameOf: (doc: Loaded<D>) => string;
  /** Loads its content, or refuses, and returns the function that draws it. */
  read: (ctx: Ctx, doc: Loaded<D>) => Promise<(pdf: Pdf, project: Project) => Promise<void>>;
}

/** `GET /<path>/:id/print?lang=`: a record as PDF, in the requested language or the reader's. */
export const paperRoute = <const D extends Definition>({ definition, summary, nameOf, read }: Paper<D>): Route =>
  route({
    method: 'get',
    path: `${definition.path}/:id/print`,
    summary,
    module: definition.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
    answer: 'application/pdf',
    async run(ctx, { params: { id }, query, res }) {
      const doc = await load(ctx, definition, id);
      const draw = await read({ ...ctx, language: query.lang ?? ctx.language }, doc);
      await drawnTo(ctx, res, nameOf(doc), draw);
    },
  });
