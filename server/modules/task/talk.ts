import { task } from '@lobby/shared/modules/task.ts';
import { defineThread, messageCollectionOf } from '../../kit/thread/messages.ts';
import { notifyFollowers } from '../../platform/notifications/followers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { peopleOf, subjectOf } from './acts.ts';

export const messageCollection = messageCollectionOf('task-messages', 'taskId');

/** Comments on a task: for its people, its followers, and those mentioned. */
export const taskThread = defineThread<typeof task>({
  definition: task,
  collection: messageCollection,
  key: 'taskId',
  changes: () => ({}),
  readers: peopleOf,
  async tell(ctx, doc, message, session) {
    const subject = { ...subjectOf(doc), text: message.content };
    await notifyFollowers(ctx, doc, message, { kind: 'REQUEST_COMMENT', mention: 'REQUEST_MENTION', subject }, session);
    await notify(ctx, toStaff(peopleOf(doc)), 'REQUEST_COMMENT', subject, session);
  },
});
