import type { BillingSettings } from '@lobby/shared/billing/dates.ts';
import type { OnlineMode } from '@lobby/shared/billing/gateways.ts';
import type { PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import type { Features } from '@lobby/shared/kit/features.ts';
import type { HandoverConfig } from '@lobby/shared/modules/handover-config.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import type { ReceptionSettings } from '@lobby/shared/modules/reception-settings.ts';
import type { SendingSettings } from '@lobby/shared/modules/sending-settings.ts';
import {
  type BuildingType,
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
  /** The first number that residents call, and others by name. */
  hotline: string;
  hotlines?: readonly { name: string; phone: string }[];
  type?: BuildingType | null;
  investor?: string;
  /** The company that manages it. */
  management?: string;
  logo?: string | null;
  /** Days after which what was only told to people is cleared away. */
  retentionDays?: number;
  /** What it set for its reception, where that differs from the defaults. */
  reception?: Partial<ReceptionSettings>;
  /** Counts the changes of these; 1 where they never changed. */
  receptionVersion?: number;
  /** What it set for its billing, where that differs from the defaults, and how often. */
  billing?: Partial<BillingSettings>;
  billingVersion?: number;
  /** What it set for its payments, where that differs from the defaults, and how often. */
  payments?: Partial<PaymentSettings>;
  paymentsVersion?: number;
  /** What it set for how its flats are handed over, where that differs from the defaults, and how often. */
  handover?: Partial<HandoverConfig>;
  handoverVersion?: number;
  /** What it set for its electronic invoices, and how far it is with the tax office; how often. */
  invoice?: Partial<InvoiceConfig>;
  invoiceVersion?: number;
  /** Whether residents pay online, since when it was said. */
  online?: OnlineSetting;
  onlineVersion?: number;
  /** What it set for how its messages go out, where that differs from the defaults, and how often. */
  sending?: Partial<SendingSettings>;
  sendingVersion?: number;
  /** Keys of its own account at a gateway, sealed, with who set them and when. */
  sendingKeys?: Readonly<Record<string, SendingKey>>;
  /** The hour at which the reminders of a day go out. */
  reminderHour?: number | null;
  /** The pattern of the numbers that rental contracts are offered. */
  contractNumber?: string;
  /** The white label under which its people come in; without one the default. */
  whiteLabel?: string;
  forbiddenWords: string[];
  ticketExpiryDays: number;
  ticketReopenDays?: number;
  taskExpiryDays?: number;
  merchantAcceptMinutes?: number;
  waitlistOfferMinutes?: number;
  features?: Features;
  /** The last day of its subscription; after it the project is read-only (domain.md 19). */
  serviceEndsOn?: string | null;
  /** Counts the changes of its settings; 1 where they never changed. */
  version?: number;
}

/** How residents of a project pay online. */
export interface OnlineSetting {
  mode: OnlineMode;
  /** How to pay, where nobody pays online. */
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

const known = new LRUCache<string, Project>({ max: 1000, ttl: 30_000 });

/** How often a project was forgotten: what was read before that moment must not be kept after it. */
let forgotten = 0;

/** A project, or null. */
export async function loadProject(id: string): Promise<Project | null> {
  const kept = known.get(id);
  if (kept) return kept;
  const before = forgotten;
  const found = await projects().findOne({ _id: id });
  if (found && before === forgotten) known.set(id, found);
  return found;
}

/** Forgets what is known of a project: its settings were changed at some server. */
export function forgetProject(id: string): void {
  forgotten++;
  known.delete(id);
}

/** Refuses the code of a project at its field. */
export const failCode = (): never => failFields({ code: { code: 'PROJECT_CODE_EXISTS' } }, 'PROJECT_CODE_EXISTS');

/** Refuses a code that another project has. */
export function throwCodeTaken(error: unknown): never {
  if (error instanceof MongoServerError && error.code === 11000 && error.keyPattern?.code) failCode();
  throw error;
}

/** What may be set of a project. */
export type ProjectChange = Partial<Omit<Project, '_id' | 'version'>>;

/** Changes settings of a project; they hold at once, at every server. Refuses a stale version with what is stored. */
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

/** What a request needs to know of its project. */
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
