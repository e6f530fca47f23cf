import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { excerptOf, type Notification } from '../platform/notifications/notifications.ts';
import { demoId } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, userIdOf } from './staff.ts';
import type { TicketStory } from './tickets.ts';

const KEPT_DAYS = 30;
/** Notifications per person, and how many of them are unseen. */
const KEPT = 14;
const UNSEEN = 5;
const ACTS: Readonly<Record<string, NotificationType>> = {
  approve: 'HELP_DESK_APPROVED',
  start: 'HELP_DESK_PROCESSING',
  complete: 'HELP_DESK_COMPLETED',
  reject: 'HELP_DESK_REJECTED',
};

type Made = Omit<Notification, '_id' | 'viewedAt' | 'readAt' | 'count'>;

/** The newest notifications of one person, grouped by record; all but the newest few are seen. */
function ownRows(made: readonly Made[]): Omit<Notification, '_id'>[] {
  const rows: Omit<Notification, '_id'>[] = [];
  for (const notification of made.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const seen = rows.length >= UNSEEN ? notification.at : null;
    // Residents see one mark only; staff have seen what they have not opened.
    const opened = notification.unitId !== null || rows.length % 3 > 0;
    const same = rows.find(
      row => !row.readAt && row.kind === notification.kind && row.subject.id === notification.subject.id,
    );
    if (same) same.count++;
    else if (rows.length < KEPT) rows.push({ ...notification, count: 1, viewedAt: seen, readAt: opened ? seen : null });
  }
  return rows;
}

/** Notifications about tickets of the last weeks, as `notify` would have written them. */
export function notificationsOf(site: Site, homes: readonly Home[], now: Date) {
  const staff = new Map(
    colleaguesOf(site).flatMap(person => (person.account ? [[person.id, userIdOf(person.account)]] : [])),
  );
  const unitUsers = new Map(
    homes.map(home => [home.id, home.people.flatMap(({ account }) => (account ? [userIdOf(account)] : []))]),
  );
  const made = new Map<string, Made[]>();
  const tell = ({ doc, events, messages }: TicketStory): void => {
    const unitId = String(doc.unitId);
    const residents = unitUsers.get(unitId) ?? [];
    const assignee = staff.get(String(doc.assigneeId));
    const add = (kind: NotificationType, at: Date, by: Made['by'], userIds: string[], words?: string) => {
      if (now.getTime() - at.getTime() > KEPT_DAYS * DAY_MS) return;
      const subject = {
        module: ticket.code,
        id: doc._id,
        title: String(doc.title),
        ...(words && { text: excerptOf(words) }),
      };
      for (const userId of userIds) {
        const of = residents.includes(userId) ? unitId : null;
        const topic = NOTIFICATION_TYPES[kind];
        const row = { projectId: site.id, userId, unitId: of, kind, topic, urgent: false, subject, by, at };
        made.set(userId, [...(made.get(userId) ?? []), row]);
      }
    };
    for (const { action, at, actor, after } of events) {
      const kind = ACTS[action];
      if (kind) add(kind, at, actor, residents);
      const newAssignee = after?.assigneeId !== actor.id ? staff.get(String(after?.assigneeId)) : undefined;
      if (newAssignee && action !== 'create') add('HELP_DESK_ASSIGNED', at, actor, [newAssignee]);
    }
    for (const { at, author, content } of messages.filter(message => !message.private)) {
      const by = { id: author.id, name: author.name };
      if (author.kind === 'staff') add('HELP_DESK_MESSAGE', at, by, residents, content);
      else if (assignee) add('HELP_DESK_MESSAGE', at, by, [assignee], content);
    }
  };
  let n = 0;
  const rows = (): Notification[] =>
    [...made.values()].flatMap(ownRows).map(row => ({ _id: demoId('notification', site.key, n++), ...row }));
  return { tell, rows };
}
