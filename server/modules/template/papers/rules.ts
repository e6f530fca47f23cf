import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { TEMPLATE_PURPOSES, type TemplatePurpose } from '@lobby/shared/modules/template-words.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import {
  type Action,
  type ActionsOf,
  type BehaviourOf,
  type DoneOf,
  type RequestOf,
  untyped,
  type Values,
} from '../../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import { VersionConflict } from '../../../kit/store/save.ts';
import { wordsFault } from '../engine.ts';
import { loadSigners } from './layout.ts';
import { keepRevisions, LOOKS, revisionRow } from './revisions.ts';

type Look = Values<typeof reportTemplate>;
const WORDED = ['title', 'intro', 'closing', 'footer'] as const;

/** Purpose of a document type, which decides its variables. */
const purposeOf = (type: Look['documentType']): TemplatePurpose =>
  TEMPLATE_PURPOSES.find(templatePurpose => templatePurpose === type) ?? 'NORMAL';

/** Refuses texts with errors. */
function assertWords(values: Look): void {
  for (const field of WORDED) {
    const text = values[field];
    if (!text) continue;
    const markup = field === 'intro' || field === 'closing';
    const fault = wordsFault(text, purposeOf(values.documentType), 'PRINT', markup);
    if (!fault) continue;
    const { code, params } = fault;
    throw new Refusal(code, { fields: { [field]: { code, params: { ...params } } }, ...params });
  }
}

/** Refuses a treasurer's signature without a name; the starter templates are exempt. */
function assertTreasurer(values: Look): void {
  const lines = values.signatures ?? [];
  if (lines.some(({ role, employeeId }) => role === 'TREASURER' && !employeeId) && !values.treasurerId)
    failFields({ treasurerId: { code: 'TREASURER_REQUIRED' } }, 'TREASURER_REQUIRED');
}

/** Refuses a template that cannot be printed. */
export function assertNoPaperFaults(values: Look): void {
  assertWords(values);
  assertTreasurer(values);
}

const same = (first: unknown, other: unknown) => JSON.stringify(first ?? null) === JSON.stringify(other ?? null);

async function check(_ctx: Ctx, { kind, values, doc }: RequestOf<typeof reportTemplate>): Promise<Look> {
  if (!doc) {
    assertNoPaperFaults(values);
    return { ...values, revision: 1, isDefault: false };
  }
  if (kind === 'remove') {
    if (doc.isDefault === true) fail('REPORT_TEMPLATE_IS_DEFAULT');
    return values;
  }
  if (kind === 'restore') return { ...values, isDefault: false };
  if ('documentType' in values && values.documentType !== doc.documentType)
    failFields({ documentType: { code: 'REPORT_TEMPLATE_TYPE_FIXED' } }, 'REPORT_TEMPLATE_TYPE_FIXED');
  assertWords({ ...doc, ...values });
  if ('signatures' in values || 'treasurerId' in values) assertTreasurer({ ...doc, ...values });
  const other = LOOKS.some(name => name in values && !same(fieldOf(values, name), fieldOf(doc, name)));
  return other ? { ...values, revision: doc.revision + 1 } : values;
}

/** Stores the current layout as a revision. */
export async function keepLook(ctx: Ctx, doc: Doc<typeof reportTemplate>, session: Session): Promise<void> {
  await keepRevisions([revisionRow(ctx, doc, await loadSigners(ctx, doc))], session);
}

/** Stores each change of the layout. */
async function inTransaction(
  ctx: Ctx,
  session: Session,
  { doc, before }: DoneOf<typeof reportTemplate>,
): Promise<void> {
  if (doc && before?.revision !== doc.revision) await keepLook(ctx, doc, session);
}

export const paperBehaviour = { check, inTransaction } satisfies BehaviourOf<typeof reportTemplate>;
/** The values of a copy have been checked before. */
export const copyBehaviour = untyped({
  check: async (_ctx: Ctx, { values }: RequestOf<typeof reportTemplate>) => ({
    ...values,
    revision: 1,
    isDefault: false,
  }),
  inTransaction,
});

/** Replaces the default of its document type. */
const makeDefault: Action<typeof reportTemplate, 'make-default'> = async (ctx, doc) => {
  const { projectId } = ctx;
  const others = {
    projectId,
    deletedAt: null,
    isDefault: true,
    documentType: doc.documentType,
    _id: { $ne: doc._id },
  };
  const defaults = await records(reportTemplate).find(ctx, others);
  return {
    set: { isDefault: true },
    also: async session => {
      await serializeBy(`report-template:${projectId}:${doc.documentType}`, session);
      if ((await records(reportTemplate).in(session).count(ctx, others)) !== defaults.length)
        throw new VersionConflict();
    },
    with: defaults.map(item => ({
      definition: reportTemplate,
      action: 'update',
      update: { doc: item, set: { isDefault: false } },
    })),
  };
};
export const paperActs = { 'make-default': makeDefault } satisfies ActionsOf<typeof reportTemplate>;
