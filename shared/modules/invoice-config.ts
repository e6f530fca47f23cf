import type { Recordless } from '../kit/definition.ts';
import type { Fields, ValuesOf } from '../kit/fields.ts';
import { hasCheckDigit } from './tax-code.ts';

export const INVOICE_CONFIG_PATH = '/e-invoice-config';
export const INVOICE_ENVIRONMENTS = ['SANDBOX', 'LIVE'] as const;
export type InvoiceEnvironment = (typeof INVOICE_ENVIRONMENTS)[number];
export const REGISTRATIONS = ['NOT_REGISTERED', 'SUBMITTED', 'ACCEPTED', 'REJECTED'] as const;

/** Project settings of electronic invoices; secrets are stored separately. The lengths are those of the tax office. */
export const INVOICE_CONFIG = {
  sellerName: { kind: 'text', max: 400, required: true },
  sellerTaxCode: { kind: 'text', digits: true, max: 13, required: true },
  sellerAddress: { kind: 'text', address: true, max: 400, required: true },
  sellerPhone: { kind: 'text', max: 20 },
  sellerEmail: { kind: 'email' },
  sellerAccount: { kind: 'text', max: 30 },
  sellerBank: { kind: 'text', max: 400 },
  /** Our own messages to the tax office, or a provider that sends them. */
  provider: { kind: 'choice', options: ['TAX_OFFICE', 'PROVIDER'], required: true, initial: 'TAX_OFFICE' },
  environment: { kind: 'choice', options: INVOICE_ENVIRONMENTS, required: true, initial: 'SANDBOX' },
  /** A key of the sandbox, or that of a file. */
  signer: { kind: 'choice', options: ['SANDBOX', 'FILE'], required: true, initial: 'SANDBOX' },
  /** Series of invoices that the tax office gives a code to. */
  withCode: { kind: 'flag', initial: true },
  compileFrom: { kind: 'choice', options: ['RELEASED', 'PAID'], required: true, initial: 'RELEASED' },
  grouping: { kind: 'choice', options: ['UNIT', 'BUYER', 'SERVICE_GROUP'], required: true, initial: 'UNIT' },
  paymentText: { kind: 'choice', options: ['TM', 'CK', 'TM/CK'], required: true, initial: 'TM/CK' },
  defaultIssuerType: { kind: 'choice', options: ['INDIVIDUAL', 'ENTERPRISE'], required: true, initial: 'INDIVIDUAL' },
  /** The number of a person counts as the tax code of one. */
  allowPersonalNumber: { kind: 'flag', initial: true },
  /** Tolerated difference between the tax of a line and rate x amount. */
  amountTolerance: { kind: 'integer', min: 0, max: 10, required: true, initial: 1 },
} as const satisfies Fields;

/** State that only the server sets. */
export interface InvoiceStanding {
  /** Data of the signing certificate, none of it secret. */
  certificate: { subject: string; serial: string; from: string; to: string } | null;
  registration: (typeof REGISTRATIONS)[number];
  /** Since when invoices may be issued: the tax office has said yes once. */
  acceptedAt: string | null;
  /** Who sells, as the tax office knows it. */
  acceptedSeller: { name: string; taxCode: string; address: string } | null;
  /** Why the office said no. */
  refusal: string | null;
  /** When the code that messages are sent under, and the account at the provider, were set. */
  senderCodeAt: string | null;
  credentialsAt: string | null;
}
type Given = ValuesOf<typeof INVOICE_CONFIG>;
type Seller = 'sellerName' | 'sellerTaxCode' | 'sellerAddress';
export type InvoiceConfig = Omit<Given, Seller> & { [K in Seller]: string | null } & InvoiceStanding;

/** Defaults for projects without settings. */
export const INVOICE_DEFAULTS: InvoiceConfig = {
  sellerName: null,
  sellerTaxCode: null,
  sellerAddress: null,
  sellerPhone: null,
  sellerEmail: null,
  sellerAccount: null,
  sellerBank: null,
  provider: 'TAX_OFFICE',
  environment: 'SANDBOX',
  signer: 'SANDBOX',
  withCode: true,
  compileFrom: 'RELEASED',
  grouping: 'UNIT',
  paymentText: 'TM/CK',
  defaultIssuerType: 'INDIVIDUAL',
  allowPersonalNumber: true,
  amountTolerance: 1,
  certificate: null,
  registration: 'NOT_REGISTERED',
  acceptedAt: null,
  acceptedSeller: null,
  refusal: null,
  senderCodeAt: null,
  credentialsAt: null,
};

/** Whether a tax code of an organisation, or of a branch of it, is one: its check digit, and a branch that may be. */
export const isTaxCode = (code: string): boolean => /^(\d{10}|\d{10}(?!000)\d{3})$/.test(code) && hasCheckDigit(code);

/** Requirements before invoices can be issued, in the order of their setup. */
export const INVOICE_STEPS = ['feature', 'seller', 'signature', 'provider', 'registration', 'series'] as const;
export type InvoiceStep = (typeof INVOICE_STEPS)[number];

/** The screen of what is set of electronic invoices. */
export const invoiceSetup = {
  name: 'invoice-config',
  code: 'E_INVOICE',
  path: INVOICE_CONFIG_PATH,
  route: 'billing/invoice-config',
  icon: 'calculator',
  menu: { group: 'accountingSetup', order: 9, key: 'invoiceConfig' },
  flags: ['read', 'write', 'updateStatus', 'sync'],
} as const satisfies Recordless;
