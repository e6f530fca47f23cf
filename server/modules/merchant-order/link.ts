import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { signGuestLink } from '../../kit/http/guest-link.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** Longer than an order takes; a link that passed on to another partner ends at once. */
const DAYS = 60;

/** The link by which the partner of an order follows it. */
export function linkFor(ctx: Ctx, doc: Stored): { token: string; until: Date } {
  const until = new Date(ctx.now.getTime() + DAYS * 86_400_000);
  const token = signGuestLink({
    projectId: ctx.projectId,
    definition: merchantOrder.name,
    recordId: doc._id,
    acts: PARTNER_ACTS,
    holder: String(doc.partnerId),
    until: until.getTime(),
  });
  return { token, until };
}

/** The page of a link: behind the `#` it is in no log. */
export const pageOf = (base: string, token: string): string => `${base}/resident/order#${token}`;

/** An order by mail to the partner that is asked. */
const merchantOrderMail: MailKind = async ({ values, base }) => {
  const { token = '', ...said } = values;
  return { values: said, link: pageOf(base, token) };
};
export const merchantOrderMails = { merchantOrder: merchantOrderMail };
