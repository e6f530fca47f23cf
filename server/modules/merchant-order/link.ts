import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type merchantOrder, PARTNER_ACTS, WORKER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, newId, type Session } from '../../kit/database/database.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import type { Doc } from '../../kit/store/records.ts';

/** A link ends so many days after its last act, so many after it was made, and so many after its order has ended. */
const [IDLE, LONGEST, AFTER] = [30, 180, 7];

/** Who holds a link: the partner that was asked, or the worker whom it named. */
export const LINK_ROLES = ['PARTNER', 'WORKER'] as const;
export type LinkRole = (typeof LINK_ROLES)[number];

/** The link to one order. Its token is known to its holder alone: here is its hash. */
export interface PartnerLink {
  _id: string;
  projectId: string;
  orderId: string;
  partnerId: string;
  role: LinkRole;
  hash: string;
  /** How it went out; null: it is handed on by whoever made it. */
  sentBy: 'EMAIL' | 'SMS' | null;
  until: Date;
  revokedAt: Date | null;
  /** Who ended it; null: it passed on. */
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

/** Ends the links of an order that are still open: all of them, or those of a role. Answers how many. */
export async function endLinks(
  ctx: Ctx,
  orderId: string,
  session: Session,
  roles: readonly LinkRole[] = LINK_ROLES,
): Promise<number> {
  const { modifiedCount } = await partnerLinks().updateMany(
    { projectId: ctx.projectId, orderId, role: { $in: [...roles] }, revokedAt: null },
    { $set: { revokedAt: ctx.now, revokedBy: ctx.kind === 'staff' ? ctx.actor.name : null } },
    { session },
  );
  return modifiedCount;
}

/** Makes the link of an order for its partner, or for its worker; those before end at once, a partner's with its worker's. Answers its token. */
export async function makeLink(
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  role: LinkRole,
  session: Session,
  sentBy: PartnerLink['sentBy'] = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await endLinks(ctx, doc._id, session, role === 'PARTNER' ? LINK_ROLES : ['WORKER']);
  const link: PartnerLink = {
    _id: newId(),
    projectId: ctx.projectId,
    orderId: doc._id,
    partnerId: String(doc.partnerId),
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

/** The link of a token, whatever has become of it; tokens are compared by their digests alone. */
export const linkBy = (token: string): Promise<PartnerLink | null> =>
  partnerLinks().findOne({ hash: hashOf(token) }, { maxTimeMS: 2000 });

/** Whether a link opens its order: not ended, not over, and the order neither given to another nor long ended. */
export function opens(link: PartnerLink, doc: Doc<typeof merchantOrder> | null, over: boolean, now: Date): boolean {
  if (!doc || link.revokedAt || link.until <= now || doc.partnerId !== link.partnerId) return false;
  return !over || now.getTime() - doc.updatedAt.getTime() < AFTER * DAY_MS;
}

/** Notes that a link was looked at. */
export const seenLink = ({ _id, openedAt }: PartnerLink, now: Date) =>
  partnerLinks().updateOne({ _id }, { $set: { openedAt: openedAt ?? now, lastSeenAt: now }, $inc: { opens: 1 } });

/** An act keeps a link open longer. */
export const usedLink = ({ _id, createdAt }: PartnerLink, now: Date) => {
  const [last, idle] = [createdAt.getTime() + LONGEST * DAY_MS, now.getTime() + IDLE * DAY_MS];
  return partnerLinks().updateOne({ _id }, { $set: { until: new Date(Math.min(last, idle)) } });
};

/** The page of a link: behind the `#` it is in no log. */
export const pageOf = (base: string, token: string): string => `${base}/resident/order#${token}`;

/** An order by mail to the partner that is asked. */
const merchantOrderMail: MailKind = async ({ values, base }) => {
  const { token = '', ...said } = values;
  return { values: said, link: pageOf(base, token) };
};
/** An order by a short message: one line with its link. */
const merchantOrderSms: MailKind = async ({ values, base }) => {
  const { token = '', ...said } = values;
  const link = pageOf(base, token);
  return { values: { ...said, link }, link };
};
export const merchantOrderMails = { merchantOrder: merchantOrderMail, merchantOrderSms };
