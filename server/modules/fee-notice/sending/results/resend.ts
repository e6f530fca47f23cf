import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { kindOf } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { newId } from '../../../../kit/database/database.ts';
import { sendSoon } from '../../../../kit/mail/send.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import type { EffectOf } from '../../../../kit/records/typed-behaviour.ts';
import { sealed } from '../../../../kit/store/keys/seal.ts';
import { type Doc, records } from '../../../../kit/store/records.ts';
import { asSent, loadHouseholds, peopleOf } from '../run/households.ts';
import { queue } from '../run/queue.ts';
import { keptFrom, loadReadersBy, readerKey } from '../run/reach.ts';
import { smsCostOf } from '../run/sms-left.ts';
import { addressOf, keptOf, loadSource, sayTo } from '../words/texts.ts';

/** Resends a failed delivery to the current address with current amounts. */
export async function resend(ctx: Ctx, doc: Doc<typeof noticeDelivery>): Promise<EffectOf<typeof noticeDelivery>> {
  const { projectId } = ctx;
  const { channel } = doc;
  const kind = kindOf(doc);
  const notice = await records(feeNotice)
    .withRemoved()
    .first({ projectId }, { _id: doc.noticeId, status: 'PUBLISHED' });
  const [found] = notice ? await loadHouseholds(ctx, [notice]) : [];
  const home = found && asSent(found, kind);
  if (!home) return fail('NOTICE_NOT_DUE');
  if (kind !== 'NORMAL' && home.owed === 0) fail('NOTICE_NOT_DUE');
  await holdKeys(peopleOf([home]));
  const readers = await loadReadersBy(ctx, home, channel);
  // The original recipient if still valid, else the current one.
  const at = Math.max(
    0,
    readers.findIndex(({ payer }) => payer?._id === doc.residentId),
  );
  const household = readers[at] ?? home;
  const reason = await keptFrom(ctx, household, channel);
  if (reason === 'NO_PAYER' || reason === 'NO_EMAIL' || reason === 'NO_PHONE' || reason === 'NO_APP') fail(reason);
  if (reason === 'NOT_SET_UP') fail(channel === 'ZALO' ? 'ZALO_NOT_SET_UP' : 'SMS_NOT_SET_UP');
  if (reason === 'UNSUBSCRIBE' || reason === 'SUPPRESSED') fail(reason);
  const source = await loadSource(ctx, [household]);
  const message = sayTo(source, household, kind, channel) ?? fail('TEMPLATE_NOT_SET_UP');
  const once = readerKey(household, at, kind, channel);
  const out = { channel, kind, mailId: newId() };
  const set = {
    ...keptOf(message),
    once,
    to: addressOf(ctx, household, channel),
    mailId: out.mailId,
    reason: null,
    detail: null,
    corrected: false,
    handled: false,
    handledNote: null,
    owed: household.owed,
    residentId: household.payer?._id ?? null,
    ...(channel === 'SMS' && smsCostOf(ctx, source, household, message)),
  };
  return {
    set: sealed(noticeDelivery, projectId, set, { ...doc, ...set }),
    also: async session => {
      await queue(ctx, source, household, { ...out, said: message }, session);
      sendSoon();
    },
  };
}
