import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { inputSchema } from '../kit/schema.ts';
import { INVOICE_CONFIG, INVOICE_STEPS, REGISTRATIONS } from './invoice-config.ts';
import { E_INVOICE } from './invoice-item.ts';

const module = E_INVOICE;
const SENDER = /^[VK](\d{10}|\d{13})$/;
const word = z.string().nullable();
const configAnswer = z.object({
  sellerName: word,
  sellerTaxCode: word,
  sellerAddress: word,
  sellerPhone: word,
  sellerEmail: word,
  sellerAccount: word,
  sellerBank: word,
  provider: z.enum(INVOICE_CONFIG.provider.options),
  environment: z.enum(['SANDBOX', 'LIVE']),
  signer: z.enum(['SANDBOX', 'FILE']),
  withCode: z.boolean(),
  compileFrom: z.enum(['RELEASED', 'PAID']),
  grouping: z.enum(['UNIT', 'BUYER', 'SERVICE_GROUP']),
  paymentText: z.enum(['TM', 'CK', 'TM/CK']),
  defaultIssuerType: z.enum(['INDIVIDUAL', 'ENTERPRISE']),
  allowPersonalNumber: z.boolean(),
  amountTolerance: z.int(),
  certificate: z.object({ subject: z.string(), serial: z.string(), from: z.string(), to: z.string() }).nullable(),
  registration: z.enum(REGISTRATIONS),
  acceptedAt: word,
  refusal: word,
  senderCodeAt: word,
  credentialsAt: word,
  /** Whether the seller differs from the data accepted by the tax office. */
  sellerChanged: z.boolean(),
  version: z.int(),
});

export const invoiceSettings = contract({
  method: 'get',
  path: '/e-invoice-config',
  summary: 'What the project sets of its electronic invoices; nothing secret',
  module,
  answer: configAnswer,
});

export const changeInvoiceSettings = contract({
  method: 'put',
  path: '/e-invoice-config',
  summary: 'Change what is set of electronic invoices: only what is given; what is secret is written and never read',
  module,
  body: inputSchema(INVOICE_CONFIG, 'update').extend({
    senderCode: z.string().trim().regex(SENDER, 'SENDER_CODE_INVALID').optional(),
    credentials: z
      .strictObject({
        url: z.url({ protocol: /^https$/ }).max(300),
        user: z.string().trim().min(1).max(100),
        password: z.string().min(1).max(200),
        /** PEM certificate with which answers are signed. */
        certificate: z.string().max(10_000).optional(),
      })
      .optional(),
    version: z.int().min(1).max(1_000_000_000),
  }),
  answer: configAnswer,
});

export const takeCertificate = contract({
  method: 'post',
  path: '/e-invoice-config/certificate',
  summary: 'Take the P12 file by which invoices are signed, with its password; neither is ever told again',
  module,
  body: z.strictObject({
    /** Base64, because the password is sent with it and file uploads take no other fields. */
    file: z.base64().min(1, 'REQUIRED').max(100_000),
    password: z.string().max(200),
  }),
  answer: z.object({ subject: z.string(), serial: z.string(), from: z.string(), to: z.string() }),
});

export const invoiceSteps = contract({
  method: 'get',
  path: '/e-invoice-config/check',
  summary: 'What is there and what is missing before invoices are issued',
  module,
  answer: z.object({
    ready: z.boolean(),
    steps: z.array(z.object({ step: z.enum(INVOICE_STEPS), ok: z.boolean(), hint: z.string().nullable() })),
  }),
});

export const signInvoiceSample = contract({
  method: 'put',
  path: '/e-invoice-config/test',
  summary: 'Sign a sample and read it again, as the tax office does',
  module,
  answer: z.object({ subject: z.string() }),
});

export const registerInvoices = contract({
  method: 'put',
  path: '/e-invoice-config/register',
  summary: 'Register the use of electronic invoices at the tax office, or what has changed of the seller',
  module,
  answer: z.object({ registration: z.enum(REGISTRATIONS), messageId: z.string() }),
});
