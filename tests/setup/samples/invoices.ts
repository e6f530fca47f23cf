import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetProject, projects } from '@lobby/server/platform/projects/projects.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_DEFAULTS } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { Caller } from '../caller.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import type { Site } from '../world.ts';

/** Tax code of the seller in tests. */
export const SELLER_TAX_CODE = '0100233488';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
let symbols = 0;
/** A unique symbol of the year. */
export const nextSymbol = (begin = 'C', year = new Date().getFullYear()): string => {
  const n = symbols++;
  return `${begin}${String(year).slice(2)}T${LETTERS[Math.floor(n / 26) % 26]}${LETTERS[n % 26]}`;
};

let numbers = 1_093_012_346;
/** A unique personal number. */
const nextNumber = () => String(numbers++).padStart(12, '0');

/** Values of invoice fields that must fit each other; `undefined` leaves a field out. */
export const samples: OwnSamples = [
  // A service belongs to a single item; an item without an order comes last.
  [invoiceItem.fields, () => ({ serviceIds: [], order: undefined, taxRateOther: undefined })],
  [
    invoiceSeries.fields,
    () => ({ symbol: nextSymbol(), purpose: 'ALL', groups: [], serviceIds: [], lastNumber: 0, from: 1, to: 9999 }),
  ],
  // A unit has a single buyer.
  [
    invoiceBuyer.fields,
    () => ({
      issuerType: 'INDIVIDUAL',
      taxCode: undefined,
      ownTaxCode: nextNumber(),
      identityCard: '001093012353',
      budgetCode: '1234567',
      unitIds: [],
    }),
  ],
  // Not based on records; lines without bills.
  [
    invoice.fields,
    () => ({
      kind: 'ORIGINAL',
      originalForm: undefined,
      originalSymbol: undefined,
      originalNumber: undefined,
      originalDate: undefined,
      buyerId: undefined,
      buyerType: 'INDIVIDUAL',
      buyerOwnTaxCode: nextNumber(),
      buyerTaxCode: undefined,
      buyerIdentityCard: '001093012353',
      buyerBudgetCode: '1234567',
      items: [{ name: 'Fee', amount: 1000, taxRate: '8' }],
    }),
  ],
  [invoiceBuyer.actions.assign.input, () => ({ takeOver: true })],
  // The difference to a manual invoice is entered by hand.
  [invoice.actions.adjust.input, () => ({ kind: 'ADJUST_UP', items: [{ name: 'Fee', amount: 10, taxRate: '8' }] })],
];

/** Password of the signing files, which were made with OpenSSL. */
export const P12_PASSWORD = 'secret-of-it';
export function signingFile(name: 'own' | 'older' | 'foreign', password = P12_PASSWORD) {
  const file = readFileSync(join(import.meta.dirname, '../files/signing', `${name}.p12`)).toString('base64');
  return { file, password };
}

/** Makes a project ready to issue invoices; returns an active series. */
export async function readyToIssue(projectId: string, who: Caller): Promise<string> {
  const config = {
    ...INVOICE_DEFAULTS,
    sellerName: 'Office',
    sellerAddress: '1 Street',
    sellerTaxCode: SELLER_TAX_CODE,
    registration: 'ACCEPTED' as const,
    acceptedAt: new Date().toISOString(),
    acceptedSeller: { name: 'Office', taxCode: SELLER_TAX_CODE, address: '1 Street' },
  };
  const held = await projects().findOne({ _id: projectId });
  const features = { ...held?.features, E_INVOICE: true };
  await projects().updateOne({ _id: projectId }, { $set: { invoice: config, features } });
  forgetProject(projectId);
  const { data } = await who.post<{ id: string }>(invoiceSeries.path, { form: '1', symbol: nextSymbol() });
  await who.put(`${invoiceSeries.path}/${data.id}/activate`, {});
  return data.id;
}

/** Input of invoice actions that need a project ready to issue. */
export async function issuing({ id, ann }: Pick<Site, 'id' | 'ann'>, action: Action): Promise<object> {
  const { issue, 'notify-error': notify } = invoice.actions;
  if (action !== issue && action !== notify) return {};
  const seriesId = await readyToIssue(id, ann);
  return action === issue ? { seriesId } : {};
}
