import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { addressIn, type MailRow } from '../../kit/mail/queue.ts';
import { type Refused, refusedAs } from '../../kit/mail/refused.ts';
import type { Suppressed, SuppressionKeeper } from '../../kit/mail/suppressed.ts';
import { blindIndex } from '../../kit/privacy/personal.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';

/** Query by the blind index of an encrypted address. */
const ofAddress = (projectId: string, email: string) => ({
  'blind.email': blindIndex(projectId, 'email', email.toLowerCase()),
});

/** Why mails to an address are suppressed; for account mails only if the address does not exist, checked in all projects. */
async function find({ projectId }: MailRow, email: string): Promise<Suppressed | null> {
  const places = projectId ? [projectId] : (await projects().distinct('_id')).map(String);
  const only = projectId ? {} : { reason: 'NON_EXISTENT_ADDRESS' as const };
  for (const place of places) {
    const of = { projectId: place };
    const doc = await records(emailSuppression).first(of, { ...ofAddress(place, email), ...only, status: 'ACTIVE' });
    if (doc) return doc.cause;
  }
  return null;
}

/** Adds the resident of a mail to those known to have the address. */
const withReader = (ids: readonly string[], residentId: string | undefined): string[] => [
  ...new Set([...ids, ...(residentId ? [residentId] : [])]),
];

/** What a refused mail says of its address; servers refuse for more reasons than people choose from. */
type Noted = Pick<Partial<Doc<typeof emailSuppression>>, 'cause' | 'detail' | 'lastAt'> & {
  reason?: Refused | 'SPAM_MARK';
};

async function again(ctx: Ctx, doc: Doc<typeof emailSuppression>, set: Noted, residentId?: string): Promise<void> {
  const values = { ...set, count: doc.count + 1, residentIds: withReader(doc.residentIds, residentId) };
  const update = { doc, set: { ...values, status: 'ACTIVE', liftReason: null, liftedAt: null } };
  await save(ctx, [{ definition: emailSuppression, action: 'suppress', update }]);
}

/** Records a bounce or complaint that suppresses an address. */
async function note(row: MailRow, cause: 'BOUNCE' | 'COMPLAINT', detail: string | null, at: Date): Promise<void> {
  const email = addressIn(row);
  const project = row.projectId && email ? await projects().findOne({ _id: row.projectId }) : null;
  if (!project || !email) return;
  const ctx = systemCtx(settingsOf(project), at);
  const reason = cause === 'COMPLAINT' ? 'SPAM_MARK' : (refusedAs(detail ?? '') ?? 'NON_EXISTENT_ADDRESS');
  const set: Noted = { cause, reason, detail, lastAt: at };
  const doc = await records(emailSuppression).first(ctx, ofAddress(project._id, email));
  // A complaint keeps its cause despite later bounces.
  const worse = doc?.status === 'ACTIVE' && doc.cause === 'COMPLAINT' ? { lastAt: at } : set;
  try {
    if (doc) return await again(ctx, doc, worse, row.residentId);
    const residentIds = withReader([], row.residentId);
    const insert = await build(ctx, emailSuppression, { ...set, email, firstAt: at, residentIds });
    await save(ctx, [{ definition: emailSuppression, action: 'suppress', insert }]);
  } catch (error) {
    // Recorded concurrently by another server.
    if (!(error instanceof VersionConflict) && !(error instanceof Refusal)) throw error;
  }
}

export const suppressions: SuppressionKeeper = { find, note };

export const isSuppressed = async (projectId: string, email: string | null): Promise<boolean> =>
  email !== null &&
  (await records(emailSuppression).exists({ projectId }, { ...ofAddress(projectId, email), status: 'ACTIVE' }));
