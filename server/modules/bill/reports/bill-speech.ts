import {
  type BillItem,
  type BillLine,
  type BillSpeech,
  billFacts,
  billLines,
  type Counted,
  grossPrice,
  includedVat,
} from '@lobby/shared/billing/explain.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { surcharge as surchargeTax, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { text, type WordingScope } from '../../../kit/base/messages.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { BillDoc } from '../types.ts';

/** Wording of bills in the reader's language; numbers follow `written`. */
export function billSpeech(scope: WordingScope, written: Language = scope.language): BillSpeech {
  const number = (value: number) => sayValue('', value, written);
  return {
    number,
    money: amount => `${number(amount)}\u00a0₫`,
    t: (key, params) => text(scope, `bill.${key}`, params),
  };
}

const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** Explanation of a bill: sentences, lines whose amounts add up to the total, and the VAT within them. */
export interface BillSaid {
  facts: string[];
  lines: BillLine[];
  includedVat: number;
}

const COUNTED: readonly unknown[] = ['TIER', 'UNIT', 'PERCENT'];

/** A row of a bill's calculation on papers; figures that are not shown are null. */
export interface BillPart {
  label: string;
  quantity: number | null;
  price: number | null;
  rate: number | null;
  amount: number;
}

/** Calculation of a bill in figures. */
export interface BillCounted {
  /** Unit price, if there is a single one and it is shown. */
  unitPrice: number | null;
  /** Tiers, fixed fees and discounts; they add up to the taxable amount, or to the gross amount if prices include VAT. */
  parts: BillPart[];
  /** Plates of vehicles with equal prices. */
  plates: string[];
  vatRate: number | null;
  /** Surcharge tax with its name. */
  surcharge: { name: string; rate: number | null } | null;
  /** Whether prices are shown with VAT. */
  withVat: boolean;
}

/** Tariff versions that bills were calculated by. */
const versionsFor = (projectId: string, bills: readonly BillDoc[]) =>
  loadRefs(
    projectId,
    tariffVersion,
    bills.flatMap(({ items = [] }) => items.flatMap(({ versionId }) => versionId ?? [])),
  );
type Versions = Awaited<ReturnType<typeof versionsFor>>;
const lastOf = ({ items = [] }: BillDoc, versions: Versions) =>
  versions.get(items.findLast(({ versionId }) => versionId)?.versionId ?? '');

function partSaid({ kind, key, days, ofDays, percent, price = 0 }: Partial<BillItem>, speech: BillSpeech): string {
  const { t, number, money } = speech;
  const share = ofDays ? ` · ${t('how.share', { days, ofDays })}` : '';
  if (kind === 'VEHICLE') return `${key}${share}`;
  if (kind === 'TIER') return `${t('how.tier', { n: key })}${share}`;
  if (kind === 'PERCENT') return `${number(percent ?? 0)} %${share}`;
  if (kind === 'INTEREST') return t('how.owed', { base: money(price ?? 0), days: days ?? 0 });
  return `${t(`options.kind.${kind ?? 'UNIT'}`)}${share}`;
}

/** Names the surcharge tax of a tariff version. */
async function surchargeNamer(projectId: string, versions: Versions, speech: BillSpeech, language: Language) {
  const ids = [...versions.values()].flatMap(({ surchargeId }) => surchargeId ?? []);
  const taxes = await loadRefs(projectId, surchargeTax, ids);
  return (version: ReturnType<typeof lastOf>): string => {
    const tax = taxes.get(version?.surchargeId ?? '');
    return (language !== 'vi' && tax?.nameEn) || tax?.name || speech.t('fields.surcharge');
  };
}

/** Calculation of bills as papers show it in figures. */
export async function billCounter(
  projectId: string,
  bills: readonly BillDoc[],
  speech: BillSpeech,
  language: Language,
): Promise<(bill: BillDoc) => BillCounted> {
  const versions = await versionsFor(projectId, bills);
  const nameOf = await surchargeNamer(projectId, versions, speech, language);
  return doc => {
    const version = lastOf(doc, versions);
    const display = version?.priceDisplay ?? 'NET';
    const exempt = version !== undefined && version.vatKind !== 'RATE';
    const rate = exempt ? null : (doc.vatRate ?? version?.vat ?? null);
    const raised = display === 'GROSS' && !version?.vatIncluded && rate ? rate : 0;
    const items = doc.items ?? [];
    const shown = (price: number | null | undefined) =>
      display === 'HIDDEN' || price === null || price === undefined ? null : raised ? grossPrice(price, raised) : price;
    const parts = items.map((item): BillPart => {
      const interest = item.kind === 'INTEREST';
      const counted = COUNTED.includes(item.kind) && item.quantity !== null;
      return {
        label: partSaid(item, speech),
        quantity: counted ? (item.quantity ?? null) : null,
        price: item.kind === 'DISCOUNT' || interest ? null : shown(item.price),
        rate: interest ? (item.quantity ?? null) : item.kind === 'DISCOUNT' ? (item.percent ?? null) : null,
        amount: item.amount ?? 0,
      };
    });
    const [first] = items;
    const alike = items.every(({ kind, price, ofDays }) => kind === 'VEHICLE' && price === first?.price && !ofDays);
    const plain = items.length === 1 && !first?.ofDays && first?.kind !== 'INTEREST';
    const together = items.length > 0 && (alike || plain);
    return {
      unitPrice: together && first?.kind !== 'FIXED_FEE' ? shown(first?.price) : null,
      parts: together ? [] : parts,
      plates: alike ? items.map(({ key }) => key ?? '') : [],
      vatRate: doc.vat ? rate : null,
      surcharge: doc.surcharge
        ? { name: nameOf(version), rate: doc.surchargeTax ?? version?.surchargeTax ?? null }
        : null,
      withVat: Boolean(doc.vat) && (version?.vatIncluded === true || raised > 0),
    };
  };
}

/** Explains bills with prices displayed as their tariffs say; `unitName` is the unit of the quantity. */
export async function billSayer(
  projectId: string,
  bills: readonly BillDoc[],
  speech: BillSpeech,
  language: Language,
): Promise<(bill: BillDoc, unitName: string) => BillSaid> {
  const versions = await versionsFor(projectId, bills);
  const nameOf = await surchargeNamer(projectId, versions, speech, language);
  const shownAs = (bill: BillDoc): Pick<Counted, 'display' | 'vatRate'> => {
    const version = lastOf(bill, versions);
    if (!version) return {};
    const vatRate = version.vatIncluded || version.vatKind !== 'RATE' ? null : version.vat;
    return { display: version.priceDisplay ?? 'NET', vatRate };
  };
  return (bill, unitName) => {
    const { type, items = [], net, surcharge, vat, originalTotal } = bill;
    // Adjustments have no calculation, only an amount, negative if they lower the bill.
    const isCounted = type === 'NORMAL';
    const amount = { key: 'net', what: speech.t('fields.net'), amount: net };
    const counted = {
      items: isCounted ? items : [],
      surcharge,
      vat,
      ...(isCounted && { total: originalTotal }),
      ...shownAs(bill),
    };
    const lines = billLines(counted, unitName, speech).map(line =>
      line.key === 'surcharge' ? { ...line, what: nameOf(lastOf(bill, versions)) } : line,
    );
    return {
      facts: billFacts(bill, unitName, speech, dayOf),
      lines: isCounted ? lines : [amount, ...lines],
      includedVat: includedVat(counted),
    };
  };
}
