import type { BillingSettings } from '@lobby/shared/billing/dates.ts';
import type { OnlineMode } from '@lobby/shared/billing/gateways.ts';
import type { PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import type { Features } from '@lobby/shared/kit/features.ts';
import type { BuildingType } from '@lobby/shared/kit/project.ts';
import type { HandoverConfig } from '@lobby/shared/modules/handover-config.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import type { ReceptionSettings } from '@lobby/shared/modules/reception-settings.ts';
import type { SendingSettings } from '@lobby/shared/modules/sending-settings.ts';
import {
  MERCHANT_ACCEPT_MINUTES,
  REOPEN_DAYS,
  TASK_EXPIRY_DAYS,
  WAITLIST_OFFER_MINUTES,
} from '@lobby/shared/modules/unit-group.ts';
import { LRUCache } from 'lru-cache';
import { MongoServerError } from 'mongodb';
import type { Actor, ProjectSettings } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { storeSetting } from '../settings/settings.ts';

export interface Project {
  _id: string;
  name: string;
  code: string;
  timeZone: string;
  address: string;
  /** Main number for residents, and others by name. */
  hotline: string;
  hotlines?: readonly { name: string; phone: string }[];
  type?: BuildingType | null;
  investor?: string;
  /** Management company. */
  management?: string;
  logo?: string | null;
  /** Days after which notifications are deleted. */
  retentionDays?: number;
  /** Reception settings that differ from the defaults. */
  reception?: Partial<ReceptionSettings>;
  /** Version of these settings; 1 if they never changed. */
  receptionVersion?: number;
  /** Billing settings that differ from the defaults, with version. */
  billing?: Partial<BillingSettings>;
  billingVersion?: number;
  /** Payment settings that differ from the defaults, with version. */
  payments?: Partial<PaymentSettings>;
  paymentsVersion?: number;
  /** Handover settings that differ from the defaults, with version. */
  handover?: Partial<HandoverConfig>;
  handoverVersion?: number;
  /** Settings of electronic invoices and the registration at the tax office, with version. */
  invoice?: Partial<InvoiceConfig>;
  invoiceVersion?: number;
  /** Online payment settings, with version. */
  online?: OnlineSetting;
  onlineVersion?: number;
  /** Sending settings that differ from the defaults, with version. */
  sending?: Partial<SendingSettings>;
  sendingVersion?: number;
  /** Encrypted credentials of its own gateway account, with author and time. */
  sendingKeys?: Readonly<Record<string, SendingKey>>;
  /** Hour at which daily reminders are sent. */
  reminderHour?: number | null;
  /** Pattern of suggested numbers of rental contracts. */
  contractNumber?: string;
  /** White label of its users; the default if missing. */
  whiteLabel?: string;
  forbiddenWords: string[];
  ticketExpiryDays: number;
  ticketReopenDays?: number;
  taskExpiryDays?: number;
  merchantAcceptMinutes?: number;
  waitlistOfferMinutes?: number;
  financialYearMonth?: number;
  features?: Features;
  /** Last day of its subscription; from the next day on the project is read-only (domain.md 19). */
  serviceEndsOn?: string | null;
  /** Version of its settings; 1 if they never changed. */
  version?: number;
}

/** Online payment settings for residents. */
export interface OnlineSetting {
  mode: OnlineMode;
  /** Payment instructions, if there is no online payment. */
  words: string | null;
  reason: string | null;
}

/** A secret that is never shown again. */
export interface SendingKey {
  value: string;
  at: Date;
  by: string;
}

export const projectCollection: Collection = {
  name: 'projects',
  indexes: [{ key: { code: 1 }, options: { unique: true } }],
};
export const projects = () => db().collection<Project>(projectCollection.name);

const cache = new LRUCache<string, Project>({ max: 1000, ttl: 30_000 });

/** Counts invalidations: projects read before must not be cached afterwards. */
let forgotten = 0;

/** A project by id, cached, or null. */
export async function loadProject(id: string): Promise<Project | null> {
  const cached = cache.get(id);
  if (cached) return cached;
  const before = forgotten;
  const project = await projects().findOne({ _id: id });
  if (project && before === forgotten) cache.set(id, project);
  return project;
}

/** Removes a project from the cache, because its settings were changed on some server. */
export function forgetProject(id: string): void {
  forgotten++;
  cache.delete(id);
}

export const failCode = (): never => failFields({ code: { code: 'PROJECT_CODE_EXISTS' } }, 'PROJECT_CODE_EXISTS');

/** Turns a duplicate key error of a project code into a refusal. */
export function throwCodeTaken(error: unknown): never {
  if (error instanceof MongoServerError && error.code === 11000 && error.keyPattern?.code) failCode();
  throw error;
}

/** Editable parts of a project. */
export type ProjectChange = Partial<Omit<Project, '_id' | 'version'>>;

/** Changes settings of a project on all servers at once. Refuses an outdated version with the stored settings. */
export async function changeProject(
  id: string,
  version: number,
  set: ProjectChange,
  { actor, now }: { actor: Actor; now: Date },
  store: typeof storeSetting = storeSetting,
): Promise<Project> {
  const stored = await projects().findOne({ _id: id });
  if (!stored) return fail('NOT_FOUND');
  const held = stored.version ?? 1;
  if (held !== version) fail('DATA_STALE', { current: stored });
  const before = Object.fromEntries(Object.keys(set).map(name => [name, Reflect.get(stored, name) ?? null]));
  const setting = { projectId: id, entity: 'project', entityId: id, action: 'update', actor, now } as const;
  await store({ ...setting, version: held + 1, before, after: { ...set } }, async session => {
    const { matchedCount } = await projects().updateOne(
      { _id: id, version: stored.version ?? { $exists: false } },
      { $set: { ...set, version: held + 1 } },
      { session },
    );
    if (matchedCount === 0) fail('DATA_STALE');
  }).catch(throwCodeTaken);
  forgetProject(id);
  return { ...stored, ...set, version: held + 1 };
}

/** Settings that each request needs. */
export const settingsOf = (project: Project): ProjectSettings => ({
  id: project._id,
  timeZone: project.timeZone,
  forbiddenWords: project.forbiddenWords,
  ticketExpiryDays: project.ticketExpiryDays,
  ticketReopenDays: project.ticketReopenDays ?? REOPEN_DAYS,
  taskExpiryDays: project.taskExpiryDays ?? TASK_EXPIRY_DAYS,
  merchantAcceptMinutes: project.merchantAcceptMinutes ?? MERCHANT_ACCEPT_MINUTES,
  waitlistOfferMinutes: project.waitlistOfferMinutes ?? WAITLIST_OFFER_MINUTES,
  features: project.features ?? {},
  serviceEndsOn: project.serviceEndsOn ?? null,
});
