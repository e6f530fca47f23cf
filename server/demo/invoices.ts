import type { bill } from '@lobby/shared/modules/bill.ts';
import type { service } from '@lobby/shared/modules/billing-service.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { idsOf, type Made, type Row, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { inventedTaxCode } from './invoice-rules.ts';
import { claimsOf, type InvoicedMark, issuedInvoicesOf, registrationOf } from './invoices-issued.ts';
import { phoneOf } from './names.ts';
import type { Sets } from './prepared.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

type InvoiceItemSeed = Partial<Made<typeof invoiceItem>>;
/** Invoice settings by service code; the rest is derived from the service. */
const OF_SERVICE: Readonly<Record<string, InvoiceItemSeed>> = {
  PQL: { name: 'Phí quản lý vận hành nhà chung cư', unit: 'm2', actualQuantity: true },
  NUOC: { unit: 'm3', actualQuantity: true, surchargeCode: 'THOATNUOC', surchargeName: 'Phí thoát nước' },
  RAC: { taxRate: 'KCT' },
  DIEN: { name: 'Tiền điện sinh hoạt', unit: 'kWh', actualQuantity: true },
};
const OTHERS: readonly InvoiceItemSeed[] = [
  { code: 'TRATRUOC', name: 'Thu trước phí dịch vụ', unit: 'tháng', revenueType: 'PAID_BEFORE', taxRate: '8' },
  { code: 'CHIETKHAU', name: 'Chiết khấu thương mại', nature: 'DISCOUNT' },
  { code: 'GHICHU', name: 'Ghi chú kỳ phí', nature: 'NOTE', taxRate: 'KCT' },
];

const itemsOf = (site: Site, services: readonly Made<typeof service>[]): Made<typeof invoiceItem>[] => {
  const id = idsOf('invoice-item', site.key);
  const ofServices: InvoiceItemSeed[] = services.map(doc => ({
    code: doc.code,
    name: doc.name,
    nameEn: doc.nameEn,
    unit: doc.unitName,
    serviceIds: [doc._id],
    ...OF_SERVICE[doc.code],
  }));
  return [...ofServices, ...OTHERS].map((item, n) =>
    recordOf(invoiceItem, site.id, id(n), site.founded, { order: (n + 1) * 10, ...item }),
  );
};

const COMPANIES = [
  'Sao Mai',
  'An Phát',
  'Đại Việt',
  'Minh Long',
  'Thành Công',
  'Hưng Thịnh',
  'Phương Nam',
  'Bình Minh',
];
const STREETS = ['Nguyễn Trãi', 'Lê Lợi', 'Trần Hưng Đạo', 'Hai Bà Trưng'];
/** One unit in this many is invoiced to a company, and one in this many wants no invoice. */
const COMPANY_EVERY = 13;
const NONE_EVERY = 24;

/** Invoice buyers of units with a householder: most are individuals, some companies. */
function buyersOf(site: Site, homes: readonly Home[]): Made<typeof invoiceBuyer>[] {
  const id = idsOf('invoice-buyer', site.key);
  let companies = 0;
  return homes.flatMap((home, n) => {
    const head = home.people.find(({ role }) => role === 'HOUSEHOLDER');
    if (!head) return [];
    const random = randomOf(`buyer ${site.key} ${n}`);
    const address = `${random.int(1, 300)} ${random.pick(STREETS)}, Phường Thanh Xuân, Thành phố Hà Nội`;
    const common = { unitIds: [home.id], residentId: head.id, name: head.name, address };
    const made = (values: Partial<Made<typeof invoiceBuyer>>) => [
      recordOf(invoiceBuyer, site.id, id(n), site.founded, { ...common, ...values }),
    ];
    if (n % COMPANY_EVERY === 5) {
      const company = `Công ty TNHH ${COMPANIES[companies % COMPANIES.length]} ${++companies}`;
      const budget = companies <= 3 ? { budgetCode: String(1_040_000 + companies) } : {};
      return made({
        issuerType: 'ENTERPRISE',
        companyName: company,
        taxCode: inventedTaxCode(10_400_000 + n * 7),
        ...budget,
      });
    }
    const phone = phoneOf(site.phones + 700_000 + n);
    return made({ issuerType: 'INDIVIDUAL', phone, noInvoice: n % NONE_EVERY === 7 });
  });
}

/** Invoice series of last year, closed, and of this year. */
function seriesOf(site: Site, now: Date): Made<typeof invoiceSeries>[] {
  const id = idsOf('invoice-series', site.key);
  const year = now.getUTCFullYear();
  return [year - 1, year].map((bookYear, n) => {
    const symbol = `C${String(bookYear).slice(2)}THS`;
    return recordOf(invoiceSeries, site.id, id(n), site.founded, {
      form: '1',
      symbol,
      name: `Hoá đơn năm ${bookYear}`,
      year: bookYear,
      environment: 'SANDBOX',
      active: bookYear === year,
    });
  });
}

/** Electronic invoices of the large building; empty for the small one, which has no invoice settings. */
export const invoicesOf = (
  site: Site,
  homes: readonly Home[],
  services: readonly Made<typeof service>[],
  { bills, receipts }: { bills: readonly Made<typeof bill>[]; receipts: readonly Made<typeof receipt>[] },
  now: Date,
): { sets: Sets; rows: Row[]; marks: ReadonlyMap<string, InvoicedMark> } => {
  if (site.key !== 'hoasen') return { sets: [], rows: [], marks: new Map() };
  const [items, buyers] = [itemsOf(site, services), buyersOf(site, homes)];
  const series = seriesOf(site, now);
  const { invoices, messages, rows, marks } = issuedInvoicesOf(site, {
    items,
    buyers,
    bills,
    ahead: receipts.filter(({ surplusTo }) => surplusTo === 'ADVANCE'),
    series,
    at: now,
  });
  const registration = registrationOf(site);
  return {
    sets: [
      [invoiceItem, items],
      [invoiceSeries, series],
      [invoiceBuyer, buyers],
      [invoice, invoices],
      [taxMessage, [...registration.messages, ...messages]],
    ],
    rows: [...claimsOf(site, invoices), ...registration.rows, ...rows],
    marks,
  };
};
