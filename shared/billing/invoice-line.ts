/** VAT rates printed on invoices: from the bill, a percentage, not taxable (KCT), not declared (KKKNT), another. */
export const TAX_RATES = ['FROM_BILL', '0', '5', '8', '10', 'KCT', 'KKKNT', 'OTHER'] as const;
export const LINE_NATURES = ['GOODS', 'PROMOTION', 'DISCOUNT', 'NOTE'] as const;
export type LineNature = (typeof LINE_NATURES)[number];

/** How an item is invoiced for bills of its services. */
export interface ItemRules {
  id: string;
  code: string;
  name: string;
  unit: string | null;
  taxRate: (typeof TAX_RATES)[number];
  taxRateOther: number | null;
  nature: LineNature;
  surchargeCode: string | null;
  surchargeName: string | null;
  actualQuantity: boolean;
  roundUnitPrice: boolean;
}
/** A bill as input of an invoice. */
export interface InvoicedBill {
  id: string;
  quantity: number | null;
  net: number;
  vat: number;
  vatRate: number | null;
  surcharge: number;
}
export interface InvoiceLine {
  itemId: string | null;
  code: string;
  name: string;
  unit: string | null;
  quantity: number;
  price: number;
  /** The binding value; quantity and price only explain it. */
  amount: number;
  nature: LineNature;
  /** `8`, `KCT`, or another percentage as `KHAC:03.50%`. */
  taxRate: string;
  vat: number;
  surchargeCode: string | null;
  surchargeName: string | null;
  surchargeAmount: number;
  billId: string | null;
  /** The receipt that paid this part of the bill, or that was paid in advance. */
  receiptId: string | null;
}

const PRICE_PLACES = 1e6;
/** Rounds a price to the decimals shown. */
export const shownPrice = (price: number): number => Math.round(price * PRICE_PLACES) / PRICE_PLACES;
/** Largest deviation per unit of quantity caused by rounding a price to whole dong. */
export const MOST_OFF_BY_ROUNDING = 1;
const USUAL_PERCENTS: readonly number[] = [0, 5, 8, 10];
/** A percentage in invoice notation: a usual rate as digits, others in the form required by law. */
export const rateOfPercent = (percent: number): string =>
  USUAL_PERCENTS.includes(percent) ? String(percent) : `KHAC:${percent.toFixed(2).padStart(5, '0')}%`;

/** The rate printed for a line of a bill. */
export function rateOf({ taxRate, taxRateOther }: ItemRules, { vatRate }: Pick<InvoicedBill, 'vatRate'>): string {
  if (taxRate === 'FROM_BILL') return rateOfPercent(vatRate ?? 0);
  return taxRate === 'OTHER' ? rateOfPercent(taxRateOther ?? 0) : taxRate;
}

/** The percentage of a rate; null for rates without tax (KCT, KKKNT). */
export function percentIn(rate: string): number | null {
  const [, digits] = /^(?:KHAC:)?(\d+(?:\.\d+)?)%?$/.exec(rate) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** A rate as it is printed: `8%`, `KCT`, `KHAC:03.50%`. */
export function rateText(rate: string): string {
  const percent = percentIn(rate);
  if (percent === null) return rate;
  const text = rateOfPercent(percent);
  return text.endsWith('%') ? text : `${text}%`;
}

/** Parses a rate typed by hand into invoice notation; null if it is invalid. */
export function writtenRate(text: string): string | null {
  if (text === 'KCT' || text === 'KKKNT') return text;
  if (USUAL_PERCENTS.some(percent => String(percent) === text)) return text;
  const [, other] = /^KHAC:(\d{1,2}(?:\.\d{1,2})?)%?$/.exec(text) ?? [];
  return other === undefined ? null : rateOfPercent(Number(other));
}

/** Whether an item's rate differs from that of a bill of its service. */
export function ratesDiffer(item: ItemRules, bill: InvoicedBill): boolean {
  const itemRate = percentIn(rateOf(item, bill));
  return itemRate === null ? bill.vat !== 0 : itemRate !== (bill.vatRate ?? 0) && !(bill.vat === 0 && itemRate === 0);
}

/** A bill as an invoice line. The amount is always the bill's net amount. */
export function lineOf(item: ItemRules, bill: InvoicedBill): InvoiceLine {
  const quantity = item.actualQuantity && bill.quantity ? bill.quantity : 1;
  const exact = bill.net / quantity;
  return {
    itemId: item.id,
    code: item.code,
    name: item.name,
    unit: item.unit,
    nature: item.nature,
    quantity,
    price: item.roundUnitPrice ? Math.round(exact) : shownPrice(exact),
    amount: bill.net,
    taxRate: rateOf(item, bill),
    vat: bill.vat,
    surchargeCode: bill.surcharge ? item.surchargeCode : null,
    surchargeAmount: bill.surcharge,
    billId: bill.id,
    receiptId: null,
    surchargeName: bill.surcharge ? item.surchargeName : null,
  };
}
