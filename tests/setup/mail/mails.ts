import { queueMail } from '@lobby/server/kit/mail/queue.ts';

/** Queues a mail for a far future day, for tests that stop it. */
export const waitingMail = (): Promise<string> =>
  queueMail(
    {
      kind: 'feeNotice',
      to: 'nobody@example.test',
      language: 'vi',
      sender: { name: 'Alpha', host: null },
      values: {},
      dueAt: new Date('2100-01-01'),
    },
    new Date(),
  );
