import { type Feature, type Features, isOn } from '@lobby/shared/kit/features.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Flag, holds, type Permissions } from '@lobby/shared/kit/permissions.ts';

export interface Actor {
  /** Employee id, resident id or `system`. */
  id: string;
  name: string;
}

/** Settings of a project that are loaded with every request. */
export interface ProjectSettings {
  id: string;
  timeZone: string;
  forbiddenWords: readonly string[];
  ticketExpiryDays: number;
  /** Days during which a completed request can be reopened; 0 means never. */
  ticketReopenDays: number;
  /** Days after its due time until a task expires. */
  taskExpiryDays: number;
  /** Working minutes within which a partner must answer an order. */
  merchantAcceptMinutes: number;
  waitlistOfferMinutes: number;
  features: Features;
  /** Last day of the subscription; from the next day on the project is read-only (domain.md 19). */
  serviceEndsOn: string | null;
}

/** The caller, their project and their permissions. Rules do not take it whole, only the values they need. */
export interface Ctx {
  /** `guest` is the holder of a signed link to one record. */
  kind: 'staff' | 'resident' | 'system' | 'guest';
  userId: string;
  sessionId: string;
  actor: Actor;
  projectId: string;
  project: ProjectSettings;
  employeeId: string | null;
  /** Departments of the employee's positions. */
  departmentIds: readonly string[];
  residentId: string | null;
  unitId: string | null;
  /** When the resident moved in. Null if unknown, and for callers who are not residents. */
  livesSince?: Date | null;
  /** Move-in day of a resident who does not answer for the unit: they do not see the household's earlier documents. */
  movedInOn?: string | null;
  /** Role of the resident in their unit, and whether they own it. */
  home?: { role: string; owner: boolean } | null;
  permissions: Permissions;
  /** The unit whose household this act ends: nothing that ends along with it is passed on to this unit. */
  leavingUnitId?: string;
  /** The access that a guest's link gives. */
  guest?: Grant;
  language: Language;
  /** Id of the white label that sets wording and branding of the answer. */
  whiteLabel: string;
  requestId: string;
  now: Date;
  /** Idempotency-Key of the request; null once the first transaction has used it. */
  once: Once | null;
  /** The bulk work that this act is part of: people are not notified of each of its records. */
  bulk?: { run: string; definition: string };
  /** Dry run: rolls back at the end of the first transaction (`tryOut`). */
  trial?: true;
  /** Files already in use that the caller may refer to again, because they belong to an approval request. */
  heldFiles?: readonly string[];
}

/** Access by a signed link to one record, and the acts it allows. */
export interface Grant {
  definition: string;
  recordId: string;
  acts: readonly string[];
  /** The person the link was given to: it ends when the record passes to another holder. */
  holder: string;
}

export interface Once {
  id: string;
  hash: string;
}

/** Whether the caller holds the flag. The system holds all. */
export function can(ctx: Ctx, module: string, flag: Flag): boolean {
  return ctx.kind === 'system' || (ctx.kind === 'staff' && holds(ctx.permissions, module, flag));
}

export const feature = (ctx: Ctx, name: Feature): boolean => isOn(ctx.project.features, name);

/** Context of a job: the system, in one project. */
export function systemCtx(project: ProjectSettings, now: Date): Ctx {
  return {
    kind: 'system',
    userId: 'system',
    sessionId: 'system',
    actor: { id: 'system', name: 'Lobby' },
    projectId: project.id,
    project,
    employeeId: null,
    departmentIds: [],
    residentId: null,
    unitId: null,
    permissions: {},
    language: 'vi',
    whiteLabel: '',
    requestId: 'job',
    now,
    once: null,
  };
}
