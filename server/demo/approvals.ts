import { APPROVAL_DAYS, type ApprovalActName } from '@lobby/shared/billing/approval-acts.ts';
import { PAYMENT_DEFAULTS, type PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type ApprovalRequest, approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Sets } from './prepared.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, positionId } from './staff.ts';

const FROM = 10_000_000;
const MOST_DONE = 31;

/** Positions that give the second approval: accountants and Admins. */
const deciders = (site: Site) => (['accountant', 'admin'] as const).map(key => positionId(site, key));

/** Payment settings that require a second person for some acts; only in the large building. */
export function approvalSettingsOf(site: Site): { payments?: PaymentSettings } {
  if (site.key !== 'hoasen') return {};
  const rule = (act: ApprovalActName, fromAmount: number) => ({
    act,
    fromAmount,
    positionIds: deciders(site),
    active: true,
  });
  return {
    payments: {
      ...PAYMENT_DEFAULTS,
      approvalRules: [rule('receipt.cancel', 0), rule('payslip.create', FROM), rule('bill.write-off', 0)],
    },
  };
}

interface Vouchers {
  payslips: Made<typeof payslip>[];
  receipts: Made<typeof receipt>[];
}

/** Approval requests in each state: pending, done, rejected and expired. */
function approvalsOf(site: Site, { payslips, receipts }: Vouchers, now: Date): Made<typeof approvalRequest>[] {
  if (site.key !== 'hoasen') return [];
  const id = idsOf('approval-request', site.key);
  const codeOf = codesOf(approvalRequest.prefix);
  const staff = colleaguesOf(site).filter(({ active }) => active);
  const who = (['accountant', 'admin'] as const).flatMap(key =>
    staff.filter(colleague => colleague.positions.includes(key)),
  );
  const [maker, checker] = [who.find(colleague => colleague.positions[0] === 'accountant'), who.at(-1)];
  if (!maker || !checker) return [];
  const found: Made<typeof approvalRequest>[] = [];
  function add(at: Date, status: ApprovalRequest['status'], values: object) {
    const ended = status === 'DONE' || status === 'FAILED' || status === 'REJECTED';
    found.push(
      recordOf(approvalRequest, site.id, id(found.length), at, {
        code: codeOf(at),
        status,
        makerId: maker?.id ?? null,
        madeAt: at,
        positionIds: deciders(site),
        checkerIds: who.filter(colleague => colleague !== maker).map(colleague => colleague.id),
        expiresAt: new Date(at.getTime() + APPROVAL_DAYS * DAY_MS),
        ...(ended && { decidedById: checker?.id ?? null, decidedAt: new Date(at.getTime() + 3 * HOUR_MS) }),
        ...values,
        ...(status !== 'PENDING' && { input: null }),
      } as Partial<ApprovalRequest>),
    );
  }
  const large = payslips.filter(({ amount }) => amount >= FROM).slice(-MOST_DONE);
  for (const voucher of large)
    add(new Date(voucher.createdAt.getTime() - 3 * HOUR_MS), 'DONE', {
      act: 'payslip.create',
      module: 'PAYSLIP',
      amount: voucher.amount,
      reason: voucher.content,
      resultId: voucher._id,
      resultCode: voucher.code,
    });
  const day = dayOf(now, VIETNAM);
  const fundId = fundsOf(site).funds[1]?._id ?? '';
  const spend = (category: string, payeeName: string, amount: number, reason: string, more: object = {}) => ({
    act: 'payslip.create',
    module: 'PAYSLIP',
    amount,
    reason,
    input: JSON.stringify({
      params: {},
      body: {
        purpose: 'EXPENSE',
        category,
        amount,
        method: 'TRANSFER',
        fundId,
        accountingDate: day,
        payeeName,
        content: reason,
        payeeKind: 'OTHER',
      },
    }),
    ...more,
  });
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const thang = 'Công ty Thang máy Á Châu';
  add(
    ago(400),
    'REJECTED',
    spend('SUPPLIES', 'Cửa hàng Vật tư Minh Phát', 18_400_000, 'Mua sơn hành lang', {
      decision: 'Chưa có ba báo giá.',
    }),
  );
  add(
    ago(330),
    'REJECTED',
    spend('MAINTENANCE', thang, 64_000_000, 'Thay cáp thang B2', { decision: 'Chờ biên bản nghiệm thu.' }),
  );
  add(
    ago(300),
    'REJECTED',
    spend('OTHER', 'Công ty Sự kiện Hoa Mai', 25_000_000, 'Trung thu', { decision: 'Vượt dự toán năm.' }),
  );
  add(
    ago(260),
    'FAILED',
    spend('OTHER', 'Căn hộ A-08.02', 12_000_000, 'Hoàn tài khoản căn', { failure: 'PAYSLIP_EXCEEDS_ACCOUNT' }),
  );
  add(ago(240), 'EXPIRED', spend('CLEANING', 'Công ty Vệ sinh Sao Mai', 15_500_000, 'Vệ sinh kính mặt ngoài'));
  add(ago(30), 'PENDING', spend('MAINTENANCE', thang, 31_500_000, 'Bảo trì thang máy tháng này', { reminders: 1 }));
  add(ago(9), 'PENDING', spend('SECURITY', 'Công ty Bảo vệ Long Hải', 48_000_000, 'Nửa tháng dịch vụ bảo vệ'));
  add(ago(3), 'PENDING', spend('SUPPLIES', 'Cửa hàng Vật tư Minh Phát', 12_350_000, 'Vật tư quý'));
  const last = receipts.findLast(({ status }) => status === 'NOT_CANCELED');
  if (last)
    add(ago(1), 'PENDING', {
      act: 'receipt.cancel',
      module: 'RECEIPT',
      amount: last.amount,
      reason: 'Thu nhầm căn',
      entityId: last._id,
      entityCode: last.code,
      entityVersion: last.version,
      unitId: last.unitId,
      input: JSON.stringify({ params: { id: last._id }, body: { reason: 'Thu nhầm căn' } }),
      waitsFor: `receipt.cancel ${last._id}`,
    });
  return found;
}

/** Receipts and payslips with who made them, but for those that came by themselves, and their approval requests. */
export function vouchersOf(site: Site, books: Vouchers, now: Date): Sets {
  const cashierId =
    colleaguesOf(site).find(colleague => colleague.active && colleague.positions[0] === 'accountant')?.id ?? null;
  const isOwn = ({ origin }: { origin?: unknown }) => origin !== 'ONLINE' && origin !== 'WEBHOOK';
  return [
    [receipt, books.receipts.map(doc => ({ ...doc, cashierId: isOwn(doc) ? cashierId : null }))],
    [payslip, books.payslips.map(doc => ({ ...doc, cashierId }))],
    [approvalRequest, approvalsOf(site, books, now)],
  ];
}
