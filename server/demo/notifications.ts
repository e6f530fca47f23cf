import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { NOTIFICATION_TYPES } from '@lobby/shared/kit/notification-topics.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Notification } from '../platform/notifications/notifications.ts';
import { demoId } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, userIdOf } from './staff.ts';
import type { Told } from './tickets.ts';

const DAY_MS = 86_400_000;
/** People are shown what they were told of in the last weeks. */
const KEPT_DAYS = 30;
const ACTS: Readonly<Record<string, NotificationType>> = {
  approve: 'HELP_DESK_APPROVED',
  start: 'HELP_DESK_PROCESSING',
  complete: 'HELP_DESK_COMPLETED',
  reject: 'HELP_DESK_REJECTED',
};

/** What staff and residents were told of the requests of a project in the last weeks: as `notify` would have. */
export function notificationsOf(site: Site, homes: readonly Home[], now: Date) {
  const staff = new Map(colleaguesOf(site).flatMap(one => (one.account ? [[one.id, userIdOf(one.account)]] : [])));
  const unitUsers = new Map(
    homes.map(home => [home.id, home.people.flatMap(({ account }) => (account ? [userIdOf(account)] : []))]),
  );
  let n = 0;
  return ({ doc, events, messages }: Told): Notification[] => {
    const rows: Notification[] = [];
    const add = (type: NotificationType, at: Date, by: string, userIds: string[], unitId: string | null) => {
      if (userIds.length === 0 || now.getTime() - at.getTime() > KEPT_DAYS * DAY_MS) return;
      const subject = { module: ticket.code, id: doc._id, title: String(doc.title) };
      const readBy = now.getTime() - at.getTime() > DAY_MS ? userIds : [];
      const topic = NOTIFICATION_TYPES[type];
      const _id = demoId('notification', site.key, n++);
      rows.push({ _id, projectId: site.id, userIds, unitId, type, topic, subject, by, at, readBy });
    };
    const residents = unitUsers.get(String(doc.unitId)) ?? [];
    const assignee = staff.get(String(doc.assigneeId));
    for (const { action, at, actor, after } of events) {
      const type = ACTS[action];
      if (type) add(type, at, actor.name, residents, String(doc.unitId));
      const given = after?.assigneeId !== actor.id ? staff.get(String(after?.assigneeId)) : undefined;
      if (given && action !== 'create') add('HELP_DESK_ASSIGNED', at, actor.name, [given], null);
    }
    for (const { at, author } of messages.filter(one => !one.private)) {
      if (author.kind === 'staff') add('HELP_DESK_MESSAGE', at, author.name, residents, String(doc.unitId));
      else if (assignee) add('HELP_DESK_MESSAGE', at, author.name, [assignee], null);
    }
    return rows;
  };
}
