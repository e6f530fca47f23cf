import { daysIn } from '@lobby/shared/billing/periods.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, type Reason } from '@lobby/shared/modules/notice-delivery.ts';
import { channelsOf, type noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { isMobile } from '@lobby/shared/modules/sending-settings.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import { open } from '../../../../kit/privacy/personal.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { isSuppressed } from '../../../email-suppression/index.ts';
import { deliveries } from '../results/deliveries.ts';
import { asReadBy, type Household, peopleOf } from './households.ts';

/** A run, as it is stored or would be. */
type Run = Pick<Doc<typeof noticeRun>, 'kind'> & Partial<Doc<typeof noticeRun>>;

/** Due day and days late of the oldest debt, and accrued late fee of a household: simple interest, each bill rounded (domain.md, Money 3). */
export function lateOf({ unpaid }: Pick<Household, 'unpaid'>, today: string) {
  const late = unpaid
    .filter(({ dueDate }) => dueDate && dueDate < today)
    .map(bill => ({ ...bill, days: daysIn({ start: bill.dueDate, end: today }) - 1 }));
  return {
    due: late.map(({ dueDate }) => dueDate).toSorted()[0] ?? null,
    days: Math.max(0, ...late.map(({ days }) => days)),
    fee: late.reduce((sum, { remaining, rate, days }) => sum + Math.round((remaining * rate * days) / 36_500), 0),
  };
}

/** Why a channel does not reach a household's recipient; null if it does. */
export function reasonFor({ payer, hasApp, off, notSetUp }: Household, channel: NoticeChannel): Reason | null {
  if (channel === 'PRINT') return null;
  if (notSetUp.includes(channel)) return 'NOT_SET_UP';
  if (!payer) return 'NO_PAYER';
  if (channel === 'APP') return hasApp ? null : 'NO_APP';
  if (off.includes(channel)) return 'UNSUBSCRIBE';
  if (channel === 'EMAIL') return payer.email ? null : 'NO_EMAIL';
  return payer.phone ? null : 'NO_PHONE';
}

/** The household with the first reader whom the channel reaches, judged without decrypting addresses; else with its first reader. */
export function readerBy(household: Household, channel: NoticeChannel): Household {
  const all = household.readers.map(reader => asReadBy(household, reader));
  return all.find(reader => !reasonFor(reader, channel)) ?? household;
}

/** Why a channel reaches nobody of a household; null if it reaches somebody. */
export const reasonBy = (household: Household, channel: NoticeChannel): Reason | null =>
  reasonFor(readerBy(household, channel), channel);

/** Why a channel does not reach the recipient, including checks of the decrypted address; needs the loaded keys. */
export async function keptFrom(ctx: Ctx, household: Household, channel: NoticeChannel): Promise<Reason | null> {
  const reason = reasonFor(household, channel) ?? phoneRefused(ctx, household, channel);
  if (reason || channel !== 'EMAIL') return reason;
  const address = open(ctx.projectId, household.payer?.email ?? '');
  return (await isSuppressed(ctx.projectId, address)) ? 'SUPPRESSED' : null;
}

/**
 * Recipients of a notice by a channel: the first who is reached, or all reachable ones with chosen roles. If nobody is reached, the first, so that
 * the reason can be reported. App and paper always address the household as a whole.
 */
export async function loadReadersBy(ctx: Ctx, household: Household, channel: NoticeChannel): Promise<Household[]> {
  if (household.readers.length < 2 || channel === 'APP' || channel === 'PRINT') return [household];
  const all = await Promise.all(
    household.readers.map(async reader => {
      const readBy = asReadBy(household, reader);
      return { readBy, chosen: reader.chosen, reason: await keptFrom(ctx, readBy, channel) };
    }),
  );
  const able = all.filter(({ reason }) => !reason);
  const wanted = able.filter(({ chosen }) => chosen);
  if (household.toAll && wanted.length > 0) return wanted.map(({ readBy }) => readBy);
  return [able[0]?.readBy ?? household];
}

/** Unique key of a delivery to a reader; the first reader has the household's key, further ones their own. */
export const readerKey = ({ notice, payer }: Household, n: number, kind: string, channel: string, again = ''): string =>
  deliveryKey(notice, kind, channel, [again, n > 0 ? (payer?._id ?? '') : ''].filter(Boolean).join(':'));

/** Whether SMS gateways refuse the phone number; needs the loaded key. */
export function phoneRefused(
  { projectId }: Pick<Ctx, 'projectId'>,
  { payer }: Pick<Household, 'payer'>,
  channel: NoticeChannel,
): Reason | null {
  const phone = channel === 'SMS' && payer?.phone ? open(projectId, payer.phone) : null;
  return phone && !isMobile(phone) ? 'PHONE_REJECTED' : null;
}

/**
 * Keys of existing deliveries of notices, of one kind or of all. One that a run sent again counts as sent under the key of a
 * first sending too, since the household may never have been sent it before.
 */
export async function loadSent(
  { projectId }: Pick<Ctx, 'projectId'>,
  notices: readonly Pick<Doc<typeof feeNotice>, '_id'>[],
  kind?: NoticeKind,
): Promise<ReadonlySet<string>> {
  const rows = await deliveries()
    .find({
      projectId,
      noticeId: { $in: notices.map(({ _id }) => _id) },
      ...(kind && { kind }),
      once: { $type: 'string' },
    })
    .project<{ once: string; runId: string | null }>({ once: 1, runId: 1 })
    .toArray();
  return new Set(rows.flatMap(({ once, runId }) => [once, once.replace(`:${runId}`, '')]));
}

/** Chosen channels by which the notice was not sent yet, or is sent again. */
export function openChannels(run: Run, { notice }: Household, sent: ReadonlySet<string>): NoticeChannel[] {
  const isSent = (channel: NoticeChannel) => sent.has(deliveryKey(notice, run.kind, channel));
  const chosen = channelsOf(run);
  if (run.again === true) return chosen;
  return run.mode === 'FIRST' && chosen.some(isSent) ? [] : chosen.filter(channel => !isSent(channel));
}

/** Channels for a household: all chosen ones, or the first that reaches it. */
export async function channelsFor(
  ctx: Ctx,
  run: Run,
  household: Household,
  sent: ReadonlySet<string>,
): Promise<NoticeChannel[]> {
  const chosen = openChannels(run, household, sent);
  if (run.mode !== 'FIRST') return chosen;
  for (const channel of chosen) {
    const [reader] = await loadReadersBy(ctx, household, channel);
    if (reader && !(await keptFrom(ctx, reader, channel))) return [channel];
  }
  // None reaches it: the first channel reports why.
  return chosen.slice(0, 1);
}

/** Whether a run applies to a household: enough debt, and not sent before if only unsent ones are wanted. */
export function isMeant(run: Run, { notice, owed }: Household, sent: ReadonlySet<string>): boolean {
  const { kind } = run;
  const wasSent = NOTICE_CHANNELS.some(channel => sent.has(deliveryKey(notice, kind, channel)));
  return owed >= (run.minOwed ?? 0) && (kind === 'NORMAL' || owed > 0) && !(run.unsentOnly === true && wasSent);
}

/** Recipients of a run's text messages; loads their keys. */
export async function loadSmsReaders(
  ctx: Ctx,
  run: Run,
  households: readonly Household[],
  sent: ReadonlySet<string>,
): Promise<Household[]> {
  await holdKeys(peopleOf(households));
  const meant = households.filter(household => isMeant(run, household, sent));
  const by = await Promise.all(meant.map(household => channelsFor(ctx, run, household, sent)));
  const bySms = meant.filter((_, n) => by[n]?.includes('SMS'));
  return (await Promise.all(bySms.map(household => loadReadersBy(ctx, household, 'SMS')))).flat();
}
