import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { PARTNER_LINK_ROLES } from '@lobby/shared/modules/merchant-order.contract.ts';
import { type merchantOrder, PARTNER_ACTS, WORKER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Collection, db, newId, type Session } from '../../../kit/database/database.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import type { Doc } from '../../../kit/store/records.ts';

/** Days until a link expires: after its last act, after its creation, and after the end of its order. */
const [IDLE, LONGEST, AFTER] = [30, 180, 7];

/** Holders of a link: the requested partner, or the worker named by it. */
export type LinkRole = (typeof PARTNER_LINK_ROLES)[number];

/** Access link to one order. Only the hash of its token is stored. */
export interface PartnerLink {
  _id: string;
  projectId: string;
  orderId: string;
  partnerId: string;
  role: LinkRole;
  hash: string;
  /** Channel by which it was sent; null if it is passed on manually. */
  sentBy: 'EMAIL' | 'SMS' | null;
  until: Date;
  revokedAt: Date | null;
  /** Name of the employee who revoked it; null if it expired because the order moved on. */
  revokedBy: string | null;
  createdAt: Date;
  openedAt: Date | null;
  lastSeenAt: Date | null;
  opens: number;
}

export const partnerLinkCollection: Collection = {
  name: 'partner-links',
  indexes: [
    { key: { hash: 1 }, options: { unique: true } },
    { key: { projectId: 1, orderId: 1, createdAt: -1 } },
    { key: { projectId: 1, partnerId: 1, revokedAt: 1 } },
  ],
};
export const partnerLinks = () => db().collection<PartnerLink>(partnerLinkCollection.name);

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
export const actsOf = (role: LinkRole): readonly (typeof PARTNER_ACTS)[number][] =>
  role === 'PARTNER' ? PARTNER_ACTS : WORKER_ACTS;

/** Revokes the valid links of an order, optionally of certain roles; returns their number. */
export async function endLinks(
  ctx: Ctx,
  orderId: string,
  session: Session,
  roles: readonly LinkRole[] = PARTNER_LINK_ROLES,
): Promise<number> {
  const { modifiedCount } = await partnerLinks().updateMany(
    { projectId: ctx.projectId, orderId, role: { $in: [...roles] }, revokedAt: null },
    { $set: { revokedAt: ctx.now, revokedBy: ctx.kind === 'staff' ? ctx.actor.name : null } },
    { session },
  );
  return modifiedCount;
}

/**
 * Creates a link for partner or worker and returns its token. Previous links of the role are revoked; a partner's new link also revokes the worker's.
 */
export async function makeLink(
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  role: LinkRole,
  session: Session,
  sentBy: PartnerLink['sentBy'] = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await endLinks(ctx, doc._id, session, role === 'PARTNER' ? PARTNER_LINK_ROLES : ['WORKER']);
  const link: PartnerLink = {
    _id: newId(),
    projectId: ctx.projectId,
    orderId: doc._id,
    partnerId: doc.partnerId ?? '',
    role,
    sentBy,
    hash: hashOf(token),
    until: new Date(ctx.now.getTime() + IDLE * DAY_MS),
    revokedAt: null,
    revokedBy: null,
    createdAt: ctx.now,
    openedAt: null,
    lastSeenAt: null,
    opens: 0,
  };
  await partnerLinks().insertOne(link, { session });
  return token;
}

/** Link of a token, valid or not; looked up by hash. */
export const linkBy = (token: string): Promise<PartnerLink | null> =>
  partnerLinks().findOne({ hash: hashOf(token) }, { maxTimeMS: 2000 });

/** Whether a link gives access: valid, for the current partner, and the order not long ended. */
export function opens(link: PartnerLink, doc: Doc<typeof merchantOrder> | null, over: boolean, now: Date): boolean {
  if (!doc || link.revokedAt || link.until <= now || doc.partnerId !== link.partnerId) return false;
  return !over || now.getTime() - doc.updatedAt.getTime() < AFTER * DAY_MS;
}

/** Updates the view statistics of a link. */
export const seenLink = ({ _id, openedAt }: PartnerLink, now: Date) =>
  partnerLinks().updateOne({ _id }, { $set: { openedAt: openedAt ?? now, lastSeenAt: now }, $inc: { opens: 1 } });

/** Extends the validity of a link after an act. */
export const usedLink = ({ _id, createdAt }: PartnerLink, now: Date) => {
  const [last, idle] = [createdAt.getTime() + LONGEST * DAY_MS, now.getTime() + IDLE * DAY_MS];
  return partnerLinks().updateOne({ _id }, { $set: { until: new Date(Math.min(last, idle)) } });
};

/** URL of a link; the token is in the fragment, so that no log contains it. */
export const pageOf = (base: string, token: string): string => `${base}/resident/order#${token}`;

/** Mail that requests a partner for an order. */
const merchantOrderMail: MailKind = async ({ values, base }) => {
  const { token = '', ...rest } = values;
  return { values: rest, link: pageOf(base, token) };
};
/** SMS with the link to an order. */
const merchantOrderSms: MailKind = async ({ values, base }) => {
  const { token = '', ...rest } = values;
  const link = pageOf(base, token);
  return { values: { ...rest, link }, link };
};
export const merchantOrderMails = { merchantOrder: merchantOrderMail, merchantOrderSms };
