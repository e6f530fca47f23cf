import { BILLING_DEFAULTS, type FeeDates, noticeDates } from '@lobby/shared/billing/dates.ts';
import { debtLinesOf, feeMonthOf, noticeFigures, noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, dayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { homeOf } from '../modules/bill/index.ts';
import { noticeRevision, numberOf } from '../modules/fee-notice/index.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

type Bills = readonly Made<typeof bill>[];
const at = (day: string) => new Date(`${day}T03:00:00Z`);
const sum = (bills: Bills, of: (doc: Bills[number]) => number) => bills.reduce((total, doc) => total + of(doc), 0);

/** Day on which a month is billed and its notices are made: the first after it, which is never ahead. */
export const billedOn = (month: string): string => `${addMonths(month, 1)}-01`;

/** Billing runs of the automatic bills; sets `runId` on the bills. */
export function runsOf(site: Site, bills: Bills): Made<typeof billRun>[] {
  const [id, code] = [idsOf('bill-run', site.key), codesOf(billRun.prefix)];
  const run = bills.filter(({ createdFor, createType }) => createdFor === 'SERVICE' && createType === 'AUTO');
  return [...Map.groupBy(run, ({ month }) => month)].map(([month, ofMonth], n) => {
    const day = billedOn(month);
    for (const doc of ofMonth) doc.runId = id(n);
    return recordOf(billRun, site.id, id(n), at(day), {
      code: code(at(day)),
      month,
      status: 'DONE',
      units: site.units,
      done: site.units,
      dryRun: false,
      serviceIds: [...new Set(ofMonth.map(({ serviceId }) => serviceId))],
      finishedAt: at(day),
      made: ofMonth.length,
      skipped: 0,
      total: sum(ofMonth, ({ total }) => total),
    });
  });
}

/** Units whose notice was held back, and one whose bill was changed after its notice. */
const HELD = [3, 4];
const EDITED = 5;

const numbered = (code: string) => ({ code, number: numberOf(code) });

/** Due dates of a month's notices and bills. */
export const datesOf = (month: string): FeeDates => noticeDates(BILLING_DEFAULTS, month, {});

/** The last month with notices: their date, and per unit the bills that existed on that day. */
export function lastNotices(bills: Bills) {
  const months = bills.map(doc => String(doc.noticeMonth ?? ''));
  const month = months.reduce((last, name) => (name > last ? name : last), '') || '2026-01';
  const day = billedOn(addMonths(month, -1));
  const claimed = bills.filter(
    ({ type, status, createdAt }) => type === 'NORMAL' && status === 'ACTIVE' && createdAt <= at(day),
  );
  const units = [...Map.groupBy(claimed, ({ unitId }) => unitId)].map(([unitId, all], n) => ({
    unitId,
    all,
    ofMonth: all.filter(doc => doc.noticeMonth === month),
    held: HELD.includes(n),
  }));
  return { month, day, dates: datesOf(month), units };
}

/** Fee notices of the last billed month, made on the day of its bills; sets publication and notice id on the bills. */
export function noticesOf(site: Site, homes: readonly Home[], bills: Bills): Made<typeof feeNotice>[] {
  const headOf = ({ people }: Home) => people.find(({ role }) => role === 'HOUSEHOLDER');
  const addressees = new Map(homes.map(home => [home.id, headOf(home)?.name ?? home.code]));
  const [id, code] = [idsOf('fee-notice', site.key), codesOf(feeNotice.prefix)];
  const { month, day, dates, units } = lastNotices(bills);
  return units.flatMap(({ unitId, all, ofMonth, held }, n) => {
    for (const doc of all)
      if (doc.noticeMonth !== month) Object.assign(doc, { publication: 'PUBLISHED' });
      else if (!held) Object.assign(doc, { publication: 'PUBLISHED', noticeId: id(n) });
    if (ofMonth.length === 0) return [];
    const older = all.filter(doc => doc.noticeMonth !== month && doc.remaining > 0);
    // Figures as of the day of the notice: nothing was paid or adjusted yet.
    const before = (doc: Made<typeof bill>) => ({ ...doc, total: doc.originalTotal, remaining: doc.originalTotal });
    const current = ofMonth.map(before);
    const isDebt = (doc: Made<typeof bill>) => doc.createdFor === 'DEBT';
    const figures = noticeFigures(
      current.filter(doc => !isDebt(doc)),
      debtLinesOf([...older.map(before), ...current.filter(isDebt)], new Map()),
    );
    const left = sum([...ofMonth, ...older], doc => doc.remaining);
    const remaining = Math.min(figures.totalPayment, left);
    const isEdited = n === EDITED || [...ofMonth, ...older].some(({ adjusted }) => adjusted);
    const status = held ? 'DO_NOT_PUBLISH' : isEdited ? 'EDITED' : 'PUBLISHED';
    return [
      recordOf(feeNotice, site.id, id(n), at(day), {
        ...numbered(code(at(day))),
        unitId,
        ...(ofMonth[0] && homeOf(ofMonth[0])),
        addressee: addressees.get(unitId) ?? null,
        month,
        day,
        ...datesAs(dates),
        ...figures,
        feeMonth: feeMonthOf(current, month),
        status,
        revision: held ? 0 : 1,
        remaining,
        paymentState: noticeState(remaining, figures.totalPayment),
        printed: !held,
        reason: held ? 'Chờ đối chiếu chỉ số nước.' : null,
      }),
    ];
  });
}

const datesAs = ({ sending, closing, due, debtDue, interest }: FeeDates) => ({
  sendingDate: sending,
  closingDate: closing,
  dueDate: due,
  debtDueDate: debtDue,
  interestDate: interest,
});

/** Stored revisions of the published notices. */
export function noticeRevisionsOf(
  site: Site,
  notices: readonly Made<typeof feeNotice>[],
  team: readonly Colleague[],
): ReturnType<typeof noticeRevision>[] {
  const id = idsOf('fee-notice-revision', site.key);
  const maker = team.find(({ positions }) => positions.includes('accountant')) ?? team[0];
  const by = { projectId: site.id, actor: { name: maker?.name ?? '' } };
  return notices
    .filter(({ revision }) => Number(revision) > 0)
    .map((doc, n) => ({ ...noticeRevision({ ...by, now: doc.createdAt }, { ...doc }), _id: id(n) }));
}

/**
 * Lock dates of the large building: everything before the first billed month is closed; one month was reopened in
 * between.
 */
export function locksOf(site: Site, now: Date): Made<typeof lockDate>[] {
  if (site.key !== 'hoasen') return [];
  const id = idsOf('lock-date', site.key);
  const month = monthOf(dayOf(now, VIETNAM));
  const end = (back: number) => monthPeriod(addMonths(month, -back)).end;
  const [earlier, last] = [end(4), end(3)];
  const made = (n: number, day: string, values: Partial<Made<typeof lockDate>>) =>
    recordOf(lockDate, site.id, id(n), at(day), values);
  const after = (day: string) => `${addMonths(monthOf(day), 1)}-05`;
  const receivable = { kind: 'RECEIVABLE' } as const;
  return [
    made(0, after(earlier), { ...receivable, lockDataAt: last, reason: 'Đã đối chiếu và quyết toán.' }),
    made(1, after(last), {
      ...receivable,
      lockDataAt: earlier,
      prevLockDataAt: last,
      reason: 'Mở lại để điều chỉnh hoá đơn nước nhập sai.',
    }),
    made(2, `${after(last).slice(0, 8)}06`, { ...receivable, lockDataAt: last, prevLockDataAt: earlier }),
    made(3, `${after(last).slice(0, 8)}07`, { kind: 'TRANSACTION', transactionLockDate: last }),
  ];
}

/** The lock dates in force. */
export const lockStatesOf = (site: Site, now: Date) => {
  const day = locksOf(site, now).at(-1)?.transactionLockDate ?? null;
  return day === null ? [] : [{ _id: site.id, lockAccountsReceivable: day, lockTransactionData: day }];
};
