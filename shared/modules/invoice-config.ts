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
  /** Own messages to the tax office, or a provider that sends them. */
  provider: { kind: 'choice', options: ['TAX_OFFICE', 'PROVIDER'], required: true, initial: 'TAX_OFFICE' },
  environment: { kind: 'choice', options: INVOICE_ENVIRONMENTS, required: true, initial: 'SANDBOX' },
  /** Signing key of the sandbox, or from a file. */
  signer: { kind: 'choice', options: ['SANDBOX', 'FILE'], required: true, initial: 'SANDBOX' },
  /** Series with codes from the tax office. */
  withCode: { kind: 'flag', initial: true },
  compileFrom: { kind: 'choice', options: ['RELEASED', 'PAID'], required: true, initial: 'RELEASED' },
  grouping: { kind: 'choice', options: ['UNIT', 'BUYER', 'SERVICE_GROUP'], required: true, initial: 'UNIT' },
  paymentText: { kind: 'choice', options: ['TM', 'CK', 'TM/CK'], required: true, initial: 'TM/CK' },
  defaultIssuerType: { kind: 'choice', options: ['INDIVIDUAL', 'ENTERPRISE'], required: true, initial: 'INDIVIDUAL' },
  /** Personal numbers count as tax codes. */
  allowPersonalNumber: { kind: 'flag', initial: true },
  /** Tolerated difference between the tax of a line and rate x amount. */
  amountTolerance: { kind: 'integer', min: 0, max: 10, required: true, initial: 1 },
} as const satisfies Fields;

/** State that only the server sets. */
export interface InvoiceStanding {
  /** Data of the signing certificate, none of it secret. */
  certificate: { subject: string; serial: string; from: string; to: string } | null;
  registration: (typeof REGISTRATIONS)[number];
  /** When the tax office accepted the registration; invoices can be issued since. */
  acceptedAt: string | null;
  /** The seller as registered at the tax office. */
  acceptedSeller: { name: string; taxCode: string; address: string } | null;
  /** Reason of the tax office's refusal. */
  refusal: string | null;
  /** When the sender code and the provider's credentials were set. */
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

/** Whether a tax code of an organisation or branch is valid: check digit, and branch number. */
export const isTaxCode = (code: string): boolean => /^(\d{10}|\d{10}(?!000)\d{3})$/.test(code) && hasCheckDigit(code);

/** Requirements before invoices can be issued, in the order of their setup. */
export const INVOICE_STEPS = ['feature', 'seller', 'signature', 'provider', 'registration', 'series'] as const;
export type InvoiceStep = (typeof INVOICE_STEPS)[number];

/** The setup page of electronic invoices. */
export const invoiceSetup = {
  name: 'invoice-config',
  code: 'E_INVOICE',
  path: INVOICE_CONFIG_PATH,
  route: 'billing/invoice-config',
  icon: 'calculator',
  menu: { group: 'accountingSetup', order: 9, key: 'invoiceConfig' },
  flags: ['read', 'write', 'updateStatus', 'sync'],
} as const satisfies Recordless;
