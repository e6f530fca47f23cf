import { type Action, type Definition, type Filter, opensAt, removes, suits } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { CircleX, Eye, FolderInput, type LucideIcon, Tag, Upload, UserPlus, Zap } from 'lucide-react';
import type { Row } from '../../base/matches.ts';
import { zoneNow } from '../../base/zone.ts';
import { now } from '../../http/clock.ts';
import { rowOf } from '../../records/records.ts';
import type { Selection } from '../list/model/selection.ts';
import { STATUS_ICONS } from '../marks/status-icons.ts';

const ACT_ICONS: Record<NonNullable<Action['icon']>, LucideIcon> = { move: FolderInput, share: Eye, upload: Upload };

/** Icon of an act: of the status it leads to, or of its input. */
export function iconOf(definition: Definition, action: Action): LucideIcon {
  if (action.icon) return ACT_ICONS[action.icon];
  if (action.danger) return CircleX;
  const to = action.to && definition.statuses?.[action.to];
  if (to) return STATUS_ICONS[to.icon];
  const kinds = Object.values(action.input ?? {}).map(field => field.kind);
  return kinds.includes('refs') ? Tag : kinds.includes('ref') ? UserPlus : Zap;
}

/** The removal of one or many records as an act. */
const REMOVAL: Action = { from: [], flag: 'delete', multi: true, danger: true };

/** An act by name: one of the definition, or its removal. */
export function actOf(definition: Definition, name: string): Action | undefined {
  return definition.actions?.[name] ?? (name === 'remove' && removes(definition) ? REMOVAL : undefined);
}

/** Whether a record allows an act: by status, values, and time. */
export function fits(definition: Definition, action: Action, row: Row): boolean {
  const { from } = action;
  const opens = opensAt(action, row, zoneNow());
  if (opens && opens.getTime() > now()) return false;
  return suits(action, row) && (!definition.statuses || from.length === 0 || from.includes(String(row.status)));
}

/** Inputs asked for in an act's dialog, without internal ones that a screen sets. */
export const askedInputs = ({ input = {} }: Pick<Action, 'input'>): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, { internal }]) => !internal));

/**
 * Whether an act needs a dialog: it has a reason, is dangerous, does nothing without input, or `asks` names the record
 * (ignored for many).
 */
export function isAskedAbout(action: Action, row?: Row): boolean {
  if (action.reason || action.danger || action.asks === true) return true;
  if (action.asks) return row !== undefined && suits({ ...action, when: action.asks }, row);
  const inputs = Object.values(action.input ?? {});
  return inputs.some(field => field.required) || (inputs.length > 0 && action.to === undefined);
}

/** The list an act changes, per record; undefined if it changes none, or records are not loaded. */
export function listsOf({ list }: Action, rows: readonly (Row | undefined)[]): string[][] | undefined {
  if (!list) return undefined;
  const loaded = rows.filter(row => row !== undefined);
  if (loaded.length < rows.length) return undefined;
  return loaded.map(row => (Array.isArray(row[list]) ? row[list].map(String) : []));
}

/** Statuses of the selected records; null if unknown, then the server refuses the unsuitable ones. */
export function statusesOf(definition: Definition, chosen: Selection, filter: Filter): ReadonlySet<string> | null {
  if (!definition.statuses) return null;
  if (chosen.all) {
    const { status } = filter;
    return typeof status === 'object' && status.in ? new Set(status.in) : null;
  }
  return new Set([...chosen.ids].map(id => String(rowOf(definition.name, id)?.status)));
}

/** Acts of staff, by name, in declared order. */
export function staffActions(definition: Definition): [string, Action][] {
  return Object.entries(definition.actions ?? {}).filter(([, { by = 'staff' }]) => by === 'staff' || by === 'both');
}
