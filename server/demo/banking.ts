import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type AccountMovement, accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { Receipt } from '@lobby/shared/modules/receipt.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { gatewaysOf } from './gateways.ts';
import type { Home } from './homes.ts';
import { fundsOf, type PricedService } from './services.ts';
import type { Site } from './sites.ts';

const dayText = (at: Date) => dayOf(at, VIETNAM);

/** Movements between unit accounts, services and funds, virtual accounts, and payment methods of a building. */
export interface Banking {
  movements: Made<typeof accountMovement>[];
  advances: Made<typeof serviceAdvance>[];
  transfers: Made<typeof fundTransfer>[];
  identities: Made<typeof identityAccount>[];
  methods: Made<typeof paymentMethod>[];
}

/** Payment methods at the counter and by transfer. */
const METHODS = [
  { name: 'Tiền mặt tại quầy', code: 'TM', kind: 'CASH', settles: 'DIRECT', forRefunds: true },
  { name: 'Chuyển khoản VietQR', code: 'CK', kind: 'TRANSFER', settles: 'DIRECT', forRefunds: true },
  { name: 'Máy quẹt thẻ sảnh A', code: 'SPOS', kind: 'SPOS', settles: 'ON_STATEMENT', feePercent: 1.1 },
] as const;
/** Payment gateways; the first is for the building's own account and is not active yet. */
const ONLINE = [
  { name: 'Thanh toán online', code: 'ONLINE', settles: 'DIRECT', by: 'VIETQR' },
  { name: 'VNPAY', code: 'VNPAY', settles: 'ON_STATEMENT', by: 'VNPAY' },
  { name: 'Ví MoMo', code: 'MOMO', settles: 'ON_STATEMENT', by: 'MOMO' },
] as const;

export const methodsOf = (site: Site): Made<typeof paymentMethod>[] => {
  const { accounts, funds } = fundsOf(site);
  const bank = funds[1]?._id ?? null;
  const id = idsOf('payment-method', site.key);
  const counter = METHODS.map((method, n) =>
    recordOf(paymentMethod, site.id, id(n), site.founded, {
      ...method,
      order: (n + 1) * 10,
      fundId: method.kind === 'CASH' ? (funds[0]?._id ?? null) : bank,
      forStaff: true,
      bankAccountId: method.kind === 'CASH' ? null : (accounts[0]?._id ?? null),
      referenceRequired: method.kind === 'SPOS',
      active: true,
    }),
  );
  const gateways = new Map(gatewaysOf(site).map(({ provider, _id }) => [String(provider), _id]));
  const online = ONLINE.filter(({ by }) => by === 'VIETQR' || gateways.has(by)).map(({ by, ...values }, at) => {
    const gatewayId = gateways.get(by) ?? null;
    const n = METHODS.length + at;
    return recordOf(paymentMethod, site.id, id(n), site.founded, {
      ...values,
      kind: 'ONLINE',
      order: (n + 1) * 10,
      forStaff: false,
      forResidents: true,
      gatewayId,
      fundId: gatewayId ? bank : null,
      active: gatewayId !== null,
    });
  });
  return [...counter, ...online];
};

/** Payment fields of a receipt: the project's method of this kind, settled directly into its fund. */
export function cameBy(site: Site, kind: 'CASH' | 'TRANSFER' | 'ONLINE', amount: number) {
  const method = methodsOf(site).find(row => row.kind === kind);
  const type = ({ CASH: 'CASH', TRANSFER: 'BANK_TRANSFER', ONLINE: 'ONLINE_PAYMENT' } as const)[kind];
  const methodId = method?._id ?? null;
  const fundId = method?.fundId ?? '';
  const line = { methodId, kind, amount, fundId, bankAccountId: method?.bankAccountId ?? null, reference: null };
  const methods: Receipt['methods'] = [{ ...line, settles: 'DIRECT', settledOn: null, fee: null }];
  return { type, amount, method: kind, methodId, fundId, methods };
}

export function bankingOf(site: Site, homes: readonly Home[], prices: readonly PricedService[], now: Date): Banking {
  const ids = (kind: string) => idsOf(kind, site.key);
  const { accounts, funds } = fundsOf(site);
  const lived = homes.filter(({ people }) => people.length > 0);
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [till, atBank] = [funds[0]?._id ?? '', funds[1]?._id ?? ''];
  const [moveId, moveCode] = [ids('account-movement'), codesOf(accountMovement.prefix)];
  const advanceId = ids('service-advance');
  const movements: Made<typeof accountMovement>[] = [];
  const advances: Made<typeof serviceAdvance>[] = [];
  const parking = prices.find(({ key }) => key === 'motorbike')?.service._id ?? null;
  for (const [n, home] of lived.slice(4, 12).entries()) {
    const day = at(20 - n);
    const ahead = n % 2 === 0 ? parking : null;
    const amount = ahead ? 600_000 : 250_000;
    const type: AccountMovement['type'] = 'OPENING';
    movements.push(
      recordOf(accountMovement, site.id, moveId(n), day, {
        code: moveCode(day),
        type,
        unitId: home.id,
        amount,
        accountingDate: dayText(day),
        toServiceId: ahead,
        content: 'Số dư chuyển từ phần mềm cũ',
        once: `${home.id}:${ahead ?? 'account'}`,
      }),
    );
    if (ahead)
      advances.push(
        recordOf(serviceAdvance, site.id, advanceId(advances.length), day, {
          unitId: home.id,
          serviceId: ahead,
          balance: amount,
          balanceOpening: amount,
          paidIn: amount,
          lastAt: day,
        }),
      );
  }
  const transferCode = codesOf('CQ');
  const transfers = Array.from({ length: 24 }, (_, n) => 2 + (23 - n) * 14).map((days, n) => {
    const accountingDate = dayText(at(days));
    return recordOf(fundTransfer, site.id, ids('fund-transfer')(n), at(days), {
      code: transferCode(at(days)),
      accountingDate,
      voucherDate: accountingDate,
      fromFundId: till,
      toFundId: atBank,
      amount: 1_500_000,
      content: 'Nộp tiền mặt vào ngân hàng',
    });
  });
  // Only the bank of the second account issues virtual accounts.
  const collecting = accounts[1];
  const identities = (collecting ? lived.slice(0, 12) : []).map((home, n) =>
    recordOf(identityAccount, site.id, ids('identity-account')(n), site.founded, {
      code: `ID${String(n + 1).padStart(4, '0')}`,
      bankBin: collecting?.bankBin ?? null,
      virtualAccount: `98${site.key === 'hoasen' ? 18 : 29}${1000 + n}`,
      beneficiaryName: collecting?.accountName ?? '',
      unitId: home.id,
      bankAccountId: collecting?._id ?? '',
      status: 'ACTIVE',
    }),
  );
  return { movements, advances, transfers, identities, methods: methodsOf(site) };
}
