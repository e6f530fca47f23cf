import { queueMail } from '@lobby/server/kit/mail/queue.ts';

/** A mail that waits for a day that does not come: what it belongs to can be stopped. */
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
