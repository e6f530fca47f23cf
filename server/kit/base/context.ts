import { type Feature, type Features, isOn } from '@lobby/shared/kit/features.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Flag, holds, type Permissions } from '@lobby/shared/kit/permissions.ts';

export interface Actor {
  /** Employee id, resident id, or `system`. */
  id: string;
  name: string;
}

/** What a project tells every request about itself. */
export interface ProjectSettings {
  id: string;
  timeZone: string;
  forbiddenWords: readonly string[];
  ticketExpiryDays: number;
  /** How long a completed request can be opened again; 0: not at all. */
  ticketReopenDays: number;
  /** How long after its due time a task expires. */
  taskExpiryDays: number;
  /** Working minutes in which a partner answers an order. */
  merchantAcceptMinutes: number;
  waitlistOfferMinutes: number;
  /** What it has switched on or off. */
  features: Features;
  /** The last day of its subscription; after it the project is read-only (domain.md 19). */
  serviceEndsOn: string | null;
}

/** Who asks, in which project, and what they may do. Rules get what they need of it as arguments. */
export interface Ctx {
  /** `guest`: whoever holds a signed link to one record. */
  kind: 'staff' | 'resident' | 'system' | 'guest';
  userId: string;
  sessionId: string;
  actor: Actor;
  projectId: string;
  project: ProjectSettings;
  employeeId: string | null;
  /** The departments that an employee's positions stand in. */
  departmentIds: readonly string[];
  residentId: string | null;
  unitId: string | null;
  /** Since when a resident lives there; null where nobody knows, and for everybody else. */
  livesSince?: Date | null;
  /** The day on which a resident moved in who does not answer for the unit: older papers of the household are not theirs. */
  movedInOn?: string | null;
  permissions: Permissions;
  /** The unit whose household ends with this act: nothing that ends beside it is given to it. */
  leavingUnitId?: string;
  /** What a guest's link opens. */
  guest?: Grant;
  language: Language;
  /** Id of the white label, whose words and look the answer has. */
  whiteLabel: string;
  requestId: string;
  now: Date;
  /** The Idempotency-Key of the request, until the first transaction takes it. */
  once: Once | null;
  /** All is done up to the end of its first transaction, and then nothing of it stays (`tryOut`). */
  trial?: true;
  /** Files in use that the caller may use again: they wait with what was asked for. */
  heldFiles?: readonly string[];
}

/** One record that a signed link opens, and the acts that it allows. */
export interface Grant {
  definition: string;
  recordId: string;
  acts: readonly string[];
  /** Whom it was given to: another's link ends when the record passes on. */
  holder: string;
}

export interface Once {
  id: string;
  hash: string;
}

/** Whether the caller holds the flag; the system holds all. */
export function can(ctx: Ctx, module: string, flag: Flag): boolean {
  return ctx.kind === 'system' || (ctx.kind === 'staff' && holds(ctx.permissions, module, flag));
}

/** Whether the project has a feature on. */
export const feature = (ctx: Ctx, name: Feature): boolean => isOn(ctx.project.features, name);

/** The context of a job: the system, in one project. */
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
