import { COMPLETED_ORDERS, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Request } from 'express';
import { type Budget, createBudget } from '../../../kit/base/budget.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { isDirectLoopback } from '../../../kit/http/origin.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject, type Project, settingsOf } from '../../../platform/projects/projects.ts';
import { actsOf, linkBy, opens, type PartnerLink } from './link.ts';

/** Rate limits per link, and of wrong links per IP address; on each server. */
const CALLS: Budget = { burst: 60, perSecond: 1 };
const WRONG: Budget = { burst: 10, perSecond: 10 / 60 };
const budget = createBudget();

function take(key: string, of: Budget): void {
  const seconds = budget.take(key, of);
  if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
}

/** Whether an order has ended; its page then shows only code and status. */
export const isOver = ({ status }: Doc<typeof merchantOrder>): boolean => COMPLETED_ORDERS.includes(status);

/** Throws LINK_OVER with the project's hotline. */
const failLinkOver = (project: Project | null): never => fail('LINK_OVER', { hotline: project?.hotline || '-' });

export interface Holder {
  ctx: Ctx;
  doc: Doc<typeof merchantOrder>;
  link: PartnerLink;
}

/** Context and order of a link token; 404 if unknown, 410 if expired. */
export async function loadHolder(nobody: Ctx, req: Request, token: string): Promise<Holder> {
  const link = await linkBy(token);
  if (!link) {
    if (!isDirectLoopback(req)) take(`wrong ${req.ip}`, WRONG);
    return fail('NOT_FOUND');
  }
  take(link._id, CALLS);
  const project = await loadProject(link.projectId);
  const doc = await records(merchantOrder).first(link, { _id: link.orderId }, { patience: 2000 });
  if (!project || !doc || !opens(link, doc, isOver(doc), nobody.now)) return failLinkOver(project);
  const holder = (await loadRefs(link.projectId, partner, [link.partnerId])).get(link.partnerId);
  const name = text('vi', `merchant-order.by.${link.role}`, { name: holder?.name ?? '' });
  const acts = actsOf(link.role);
  const ctx: Ctx = {
    ...nobody,
    kind: 'guest',
    userId: `guest-${doc._id}`,
    actor: { id: link.partnerId, name },
    projectId: link.projectId,
    project: settingsOf(project),
    guest: { definition: merchantOrder.name, recordId: doc._id, acts, holder: link.partnerId },
  };
  // Errors use the project's wording.
  if (req.res) req.res.locals.speech = ctx;
  return { ctx, doc, link };
}
