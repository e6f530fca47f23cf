import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { addressDigest } from '../kit/mail/queue.ts';
import { holdKeys } from '../kit/privacy/person-keys.ts';
import { open } from '../kit/privacy/personal.ts';
import { build } from '../kit/records/records.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  why: 'BOUNCE' | 'COMPLAINT';
  at: Date;
}

/** Addresses were blocked for the whole installation, by a digest: those of residents are blocked in their own project. */
export const recordsOfSuppressions: Migration = {
  name: '2026-11-25 records of suppressions',
  async run() {
    const old = db().collection<Old>('suppressedMail');
    const known = new Map((await old.find().toArray()).map(one => [one._id, one]));
    const records = db().collection<Stored>(collectionOf(emailSuppression));
    const taken = new Set<string>();
    if (known.size > 0)
      for await (const project of projects().find()) {
        const ctx = systemCtx(settingsOf(project), clockNow());
        const own = { projectId: project._id, deletedAt: null, email: { $type: 'string' as const } };
        for await (const one of db().collection<Stored>(collectionOf(resident)).find(own)) {
          await holdKeys([one]);
          const email = open(project._id, String(one.email));
          const held = email && known.get(addressDigest(email));
          if (!held || taken.has(`${project._id}:${held._id}`)) continue;
          taken.add(`${project._id}:${held._id}`);
          const reason = held.why === 'COMPLAINT' ? 'SPAM_MARK' : 'NON_EXISTENT_ADDRESS';
          const when = { firstAt: held.at, lastAt: held.at };
          const values = { email, cause: held.why, reason, residentIds: [one._id], ...when };
          await records.insertOne(await build(ctx, emailSuppression, values));
        }
      }
    await old.drop().catch(() => undefined);
  },
};
