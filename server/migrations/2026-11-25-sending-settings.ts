import { type SendingSettings, SMS_NETWORKS } from '@lobby/shared/modules/sending-settings.ts';
import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  smsBrand?: string | null;
  smsAccents?: boolean | null;
  smsPrice?: number | null;
  smsMonthlyCap?: number | null;
  quietFrom?: number | null;
  quietTo?: number | null;
  mailsPerHour?: number | null;
}

const NAMES = ['smsBrand', 'smsAccents', 'smsPrice', 'smsMonthlyCap', 'quietFrom', 'quietTo', 'mailsPerHour'] as const;
const timeOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** What a project set of sending under the names of now; a cap was of segments, and is of money. */
export function sendingFrom(old: Omit<Old, '_id'>): Partial<SendingSettings> {
  const { smsBrand, smsAccents, smsPrice, smsMonthlyCap, quietFrom, quietTo, mailsPerHour } = old;
  return {
    ...(smsBrand && { smsBrandName: smsBrand }),
    ...(smsAccents && { smsAccents: 'KEEP' as const }),
    ...(smsPrice && {
      smsPrice: SMS_NETWORKS.map(network => ({ network, price: Math.min(smsPrice, 10_000) })),
    }),
    ...(smsMonthlyCap && smsPrice && { smsMonthlyCap: smsMonthlyCap * smsPrice }),
    ...(quietFrom != null && quietTo != null && { quietFrom: timeOf(quietFrom), quietTo: timeOf(quietTo) }),
    ...(mailsPerHour && { mailPerHour: Math.min(50_000, Math.max(10, mailsPerHour)) }),
  };
}

/** How messages go out stood among the project's own settings. */
export const settingsOfSending: Migration = {
  name: '2026-11-25 settings of sending',
  async run() {
    const projects = db().collection<Old>('projects');
    const old = { $or: NAMES.map(name => ({ [name]: { $exists: true } })) };
    for await (const { _id, ...held } of projects.find(old)) {
      const sending = sendingFrom(held);
      const unset = Object.fromEntries(NAMES.map(name => [name, '' as const]));
      await projects.updateOne(
        { _id },
        { ...(Object.keys(sending).length > 0 && { $set: { sending } }), $unset: unset },
      );
    }
  },
};
