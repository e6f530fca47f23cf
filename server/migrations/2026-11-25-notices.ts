import { db, newId } from '../kit/database/database.ts';
import { userCollection } from '../platform/auth/users.ts';
import { type Notification, notificationCollection } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  projectId: string;
  userIds: string[];
  unitId: string | null;
  type: string;
  topic: string | null;
  subject: { module: string; id: string; title: string };
  by: string;
  at: Date;
  readBy?: string[];
}

/** Kinds that are called otherwise now. */
const KINDS: Readonly<Record<string, string>> = {
  HELP_DESK_ASSIGNEE_UNFIT: 'HELP_DESK_DEFAULT_UNFIT',
  HELP_DESK_DUE_SOON: 'HELP_DESK_WARNED',
  HELP_DESK_ANSWER_LATE: 'HELP_DESK_BREACHED',
  HELP_DESK_LATE: 'HELP_DESK_OVERDUE',
  ROOM_MESSAGE: 'MSG_NEW',
  ROOM_ANSWER: 'MSG_NEW',
  ROOM_ASSIGNED: 'MSG_ASSIGNED',
  MENTIONED: 'HELP_DESK_MENTION',
  TASK_MESSAGE: 'REQUEST_COMMENT',
  TASK_ASSIGNED: 'REQUEST_ASSIGNED',
  TASK_TO_APPROVE: 'REQUEST_TO_APPROVE',
  TASK_MEMBER: 'REQUEST_MEMBER',
  TASK_APPROVED: 'REQUEST_APPROVED',
  TASK_REJECTED: 'REQUEST_REJECTED',
  TASK_COMPLETED: 'REQUEST_COMPLETED',
  TASK_CANCELLED: 'REQUEST_CANCELLED',
  TASK_RATED: 'REQUEST_RATED',
  TASK_OVERDUE: 'REQUEST_OVERDUE',
};
const MENTIONS: Readonly<Record<string, string>> = { MEMBER_COMMUNICATE: 'MSG_MENTION', TASK: 'REQUEST_MENTION' };
/** Topics that were split: who had turned one off has turned off what it holds now. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  request: ['new'],
  work: ['progress'],
  news: ['announcements', 'news'],
};
const TOPIC_OF: Readonly<Record<string, string>> = { request: 'new', work: 'progress', news: 'announcements' };
const CHANNELS = ['mailOff', 'appOff', 'pushOff'] as const;
const MAILS = ['membership', 'announcements', 'report'];

const kindOf = ({ type, subject }: Old) => (type === 'MENTIONED' && MENTIONS[subject.module]) || KINDS[type] || type;

/** One row held many people; each has a row of their own now, with when they saw and read it. */
export const rowsOfNotifications: Migration = {
  name: '2026-11-25 rows of notifications',
  async run() {
    const rows = db().collection<Old>(notificationCollection.name);
    const seen = db().collection<{ _id: string; viewedAt: Date; readAt: Date }>('notifications-seen');
    const marks = new Map((await seen.find().toArray()).map(one => [one._id, one]));
    for await (const old of rows.find({ userIds: { $exists: true }, userId: { $exists: false } })) {
      const { projectId, unitId, subject, at, readBy = [] } = old;
      const own = old.userIds.map(userId => {
        const mark = marks.get(`${userId}/${projectId}`);
        const read = readBy.includes(userId) || (mark && at <= mark.readAt);
        const viewed = read || (mark && at <= mark.viewedAt);
        return {
          _id: newId(),
          projectId,
          userId,
          unitId,
          kind: kindOf(old),
          topic: TOPIC_OF[old.topic ?? ''] ?? old.topic,
          urgent: false,
          subject,
          by: old.by ? { id: '', name: old.by } : null,
          at,
          count: 1,
          viewedAt: viewed ? at : null,
          readAt: read ? at : null,
        };
      });
      if (own.length > 0)
        await db()
          .collection<Notification>(notificationCollection.name)
          .insertMany(own as Notification[]);
      await rows.deleteOne({ _id: old._id });
    }
    await seen.drop();
  },
};

/** What people had turned off, by the topics that there are now; browsers that take pushes say more of themselves. */
export const topicsOfChoices: Migration = {
  name: '2026-11-25 topics of choices',
  async run() {
    const users = db().collection<{ _id: string } & Partial<Record<(typeof CHANNELS)[number], string[]>>>(
      userCollection.name,
    );
    const touched = { $or: CHANNELS.map(name => ({ [name]: { $in: Object.keys(TOPICS) } })) };
    for await (const user of users.find(touched)) {
      const set = CHANNELS.flatMap(name => {
        const now = [...new Set((user[name] ?? []).flatMap(topic => TOPICS[topic] ?? [topic]))];
        return user[name] ? [[name, name === 'mailOff' ? now.filter(one => MAILS.includes(one)) : now] as const] : [];
      });
      await users.updateOne({ _id: user._id }, { $set: Object.fromEntries(set) });
    }
    // Whoever has one is asked again by their browser at its next start.
    await db()
      .collection('installations')
      .deleteMany({ createdAt: { $exists: false } });
    await db().collection('pushes').deleteMany({});
  },
};
