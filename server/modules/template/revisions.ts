import { templateRevision, templateRevisions } from '@lobby/shared/modules/template.contract.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Collection, db, newId, type Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { restoreRoute } from './restore.ts';

/** Immutable former and current texts of a template. */
export interface RevisionRow {
  _id: string;
  projectId: string;
  templateId: string;
  revision: number;
  subject: string | null;
  body: string | null;
  text: string | null;
  at: Date;
  by: string;
}

export const templateRevisionCollection: Collection = {
  name: 'templateRevisions',
  indexes: [{ key: { projectId: 1, templateId: 1, revision: 1 }, options: { unique: true } }],
};
const revisions = () => db().collection<RevisionRow>(templateRevisionCollection.name);

/** Stores the current texts of a template as a revision. */
export async function addRevision(ctx: Ctx, doc: Doc<typeof template>, session: Session): Promise<void> {
  const { projectId, now, actor } = ctx;
  await revisions().insertOne(
    {
      _id: newId(),
      projectId,
      templateId: doc._id,
      revision: doc.revision,
      subject: doc.subject,
      body: doc.body,
      text: doc.text,
      at: now,
      by: actor.name,
    },
    { session },
  );
}

const WORDS = ['subject', 'body', 'text'] as const;

const listRevisions = route(templateRevisions, {
  flags: ['read'],
  async run(ctx, { params }) {
    const doc = await load(ctx, template, params.id);
    const rows = await revisions()
      .find({ projectId: ctx.projectId, templateId: doc._id })
      .sort({ revision: -1 })
      .limit(1000)
      .toArray();
    return rows.map(({ revision, at, by, ...row }, n) => {
      const before = rows[n + 1];
      const changed = WORDS.filter(name => row[name] !== (before?.[name] ?? null));
      return { revision, at: at.toISOString(), by, changed };
    });
  },
});

const readRevision = route(templateRevision, {
  flags: ['read'],
  async run(ctx, { params }) {
    const doc = await load(ctx, template, params.id);
    const { at, revision, by, subject, body, text } = await loadRevision(ctx, doc._id, Number(params.revision));
    return { revision, by, subject, body, text, at: at.toISOString() };
  },
});

async function loadRevision({ projectId }: Ctx, templateId: string, revision: number): Promise<RevisionRow> {
  return (await revisions().findOne({ projectId, templateId, revision })) ?? fail('TEMPLATE_REVISION_NOT_FOUND');
}

const restoreRevision = restoreRoute(template, {
  summary: 'Make the words of an older revision of a template the newest again',
  async read(ctx, doc, revision) {
    const { subject, body, text } = await loadRevision(ctx, doc._id, revision);
    return { subject, body, text };
  },
  keep: addRevision,
});

export const revisionRoutes: Route[] = [listRevisions, readRevision, restoreRevision];
