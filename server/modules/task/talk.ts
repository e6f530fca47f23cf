import { task } from '@lobby/shared/modules/task.ts';
import { messageCollectionOf, type Thread } from '../../kit/thread/messages.ts';
import { tellFollowers } from '../../platform/notifications/followers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { peopleOf, subjectOf } from './acts.ts';

export const messageCollection = messageCollectionOf('task-messages', 'taskId');

/** What colleagues say about a task: told to all who have to do with it, and to those who are called in. */
export const taskThread: Thread = {
  definition: task,
  collection: messageCollection,
  key: 'taskId',
  changes: () => ({}),
  async tell(ctx, doc, message, session) {
    const called = message.mentions?.map(({ id }) => id) ?? [];
    const told = peopleOf(doc).filter(id => !called.includes(id));
    await tellFollowers(ctx, doc, message, { type: 'TASK_MESSAGE', subject: subjectOf(doc), told }, session);
    await notify(ctx, toStaff(told), 'TASK_MESSAGE', subjectOf(doc), session);
  },
};
