import { idSchema } from '@lobby/shared/kit/schema.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Collection, db, newId, type Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { fieldOf } from '../../../kit/store/records.ts';
import { restoreRoute } from '../restore.ts';

/** A revision keeps the layout of a template, not its name or use. */
const {
  name: _name,
  documentType: _type,
  isDefault: _default,
  revision: _revision,
  note: _note,
  ...LOOK
} = reportTemplate.fields;
export const LOOKS = Object.keys(LOOK);

export interface PaperRevisionRow {
  _id: string;
  projectId: string;
  templateId: string;
  revision: number;
  values: Partial<Pick<Doc<typeof reportTemplate>, keyof typeof LOOK>>;
  /** Signers at that time, line by line. */
  signers: (string | null)[];
  at: Date;
  by: string;
}

export const paperRevisionCollection: Collection = {
  name: 'reportTemplateRevisions',
  indexes: [{ key: { projectId: 1, templateId: 1, revision: 1 }, options: { unique: true } }],
};
const revisions = () => db().collection<PaperRevisionRow>(paperRevisionCollection.name);

const lookOf = (doc: Doc<typeof reportTemplate>) =>
  Object.fromEntries(LOOKS.map(name => [name, fieldOf(doc, name) ?? null]));

/** Row of a revision. */
export const revisionRow = (
  { projectId, now, actor }: Pick<Ctx, 'projectId' | 'now' | 'actor'>,
  doc: Doc<typeof reportTemplate>,
  signers: (string | null)[],
): PaperRevisionRow => ({
  _id: newId(),
  projectId,
  templateId: doc._id,
  revision: doc.revision,
  values: lookOf(doc),
  signers,
  at: now,
  by: actor.name,
});

/** Stores revisions. */
export async function keepRevisions(rows: PaperRevisionRow[], session: Session): Promise<void> {
  if (rows.length > 0) await revisions().insertMany(rows, { session });
}

/** Layout at a revision. */
export const paperRevision = async (projectId: string, templateId: string, revision: number) =>
  (await revisions().findOne({ projectId, templateId, revision })) ?? fail('TEMPLATE_REVISION_NOT_FOUND');

/** Revision in use at a moment: the latest before it, else the first. */
export async function revisionAt(projectId: string, templateId: string, at: Date): Promise<number | undefined> {
  const ofTemplate = { projectId, templateId };
  const [before] = await revisions()
    .find({ ...ofTemplate, at: { $lte: at } })
    .sort({ revision: -1 })
    .limit(1)
    .toArray();
  const [first] = before ? [before] : await revisions().find(ofTemplate).sort({ revision: 1 }).limit(1).toArray();
  return first?.revision;
}

const same = (first: unknown, other: unknown) => JSON.stringify(first ?? null) === JSON.stringify(other ?? null);

const listRevisions = route({
  method: 'get',
  path: `${reportTemplate.path}/:id/revisions`,
  summary: 'The revisions of a report template, newest first, with what each changed',
  module: reportTemplate.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ revision: z.int(), at: z.string(), by: z.string(), changed: z.array(z.enum(LOOKS)) })),
  async run(ctx, { params }) {
    const doc = await load(ctx, reportTemplate, params.id);
    const rows = await revisions()
      .find({ projectId: ctx.projectId, templateId: doc._id })
      .sort({ revision: -1 })
      .limit(1000)
      .toArray();
    return rows.map(({ revision, at, by, values }, n) => {
      const before = rows[n + 1]?.values;
      const changed = before ? LOOKS.filter(name => !same(fieldOf(values, name), fieldOf(before, name))) : [];
      return { revision, at: at.toISOString(), by, changed };
    });
  },
});

export const paperRevisionRoutes = (
  keep: (ctx: Ctx, doc: Doc<typeof reportTemplate>, session: Session) => Promise<void>,
): Route[] => [
  listRevisions,
  restoreRoute(reportTemplate, {
    summary: 'Make the look of an older revision of a report template the newest again',
    read: async (ctx, doc, revision) => (await paperRevision(ctx.projectId, doc._id, revision)).values,
    keep,
  }),
];
