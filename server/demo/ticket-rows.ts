import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import type { Row } from './documents.ts';
import type { Home } from './homes.ts';
import { notificationsOf } from './notifications.ts';
import type { DemoOptions } from './options.ts';
import type { Site } from './sites.ts';
import { colleaguesOf } from './staff.ts';
import { taskOfTicket } from './tasks.ts';
import { ticketsOf } from './tickets.ts';

const TICKETS = 1260;
const OPEN = 60;
/** Average number of messages per conversation. */
const TURNS = 4.9;

/** Number of tickets with a linked task. */
const TICKETS_WITH_TASKS = 6;

/** Tickets of a building with their messages, linked tasks and notifications. */
export function* ticketRows(site: Site, homes: readonly Home[], options: DemoOptions): Generator<Row> {
  const notifications = notificationsOf(site, homes, options.now);
  const team = colleaguesOf(site);
  let promised = 0;
  for (const story of ticketsOf(site, homes, colleaguesOf(site), amountOf(site, options))) {
    if (story.doc.status === 'PROCESSING' && promised < TICKETS_WITH_TASKS) {
      const work = taskOfTicket(site, team, story.doc, options.now, promised++);
      story.doc.openTasks = 1;
      yield [collectionOf(task), options.prepare(task, work, {})];
    }
    yield [collectionOf(ticket), options.prepare(ticket, story.doc, story.names)];
    for (const message of story.messages) yield ['ticket-messages', message];
    for (const event of story.events) yield ['events', event];
    notifications.tell(story);
  }
  for (const row of notifications.rows()) yield [notificationCollection.name, row];
}

function amountOf(site: Site, { tickets = TICKETS, messages, now }: DemoOptions) {
  if (site.key === 'banmai') return { total: 46, open: 6, months: 12, now, talk: 35 };
  // Open tickets grow with the square root of all tickets.
  const open = Math.min(tickets, Math.round(OPEN * Math.max(1, Math.sqrt(tickets / TICKETS))));
  const large = tickets > 5000;
  const wanted = (messages ?? tickets * (large ? 0.4 : 1.7)) / TURNS;
  return {
    total: tickets,
    open,
    months: large ? 24 : 12,
    now,
    talk: Math.min(100, (wanted / Math.max(1, tickets - open)) * 100),
  };
}
