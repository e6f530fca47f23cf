import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import type { Stored } from '../../store/schema.ts';
import { type Homes, homesOf } from '../homes.ts';

const isGood = ({ errors }: ImportRow) => Object.keys(errors).length === 0;

/**
 * Joins rows of one new person with several homes: the first creates the person, the others add homes. `keyOf` returns keys
 * of which people who are the same share one.
 */
export function joinNew(
  definition: Definition,
  rows: readonly ImportRow[],
  keyOf: (row: ImportRow) => readonly string[],
): void {
  const homes = homesOf(definition);
  if (!homes) return;
  const leads = new Map<string, ImportRow>();
  for (const row of rows) {
    if (row.doc || !isGood(row)) continue;
    const keys = keyOf(row);
    const lead = keys.map(key => leads.get(key)).find(Boolean);
    if (lead && isElsewhere(homes, [lead, ...rows.filter(({ of }) => of === lead)], row)) {
      giveHome(homes, row);
      joinTo(row, lead);
    }
    for (const key of keys) if (!leads.has(key)) leads.set(key, lead ?? row);
  }
}

/** Joins rows of one existing person: those with another home than the main one describe further homes. */
export function joinKnown(definition: Definition, rows: readonly ImportRow[]): void {
  const homes = homesOf(definition);
  if (!homes) return;
  for (const [doc, group] of Map.groupBy(rows, row => row.doc)) {
    const [lead, ...others] = group;
    if (!doc || !lead) continue;
    const mainTold = group.some(({ values }) => values[homes.at] === doc[homes.at]);
    for (const row of group) {
      const at = row.values[homes.at];
      if (!at || at === doc[homes.at]) continue;
      // A single row with another home may also mean a move; people have to decide that.
      if (mainTold || placesOf(definition, homes.at, doc).includes(String(at))) giveHome(homes, row);
    }
    for (const row of others) if (isGood(row)) joinTo(row, lead);
  }
}

/** Adds the homes of rows to the homes of their record. */
export function addPlaces(definition: Definition, rows: readonly ImportRow[]): void {
  const homes = homesOf(definition);
  if (!homes) return;
  for (const row of rows) {
    const place = row.home?.[homes.at];
    const lead = row.of ?? row;
    if (!place) continue;
    const before = placesOf(definition, homes.at, { ...lead.doc, ...lead.values });
    if (!before.includes(String(place))) lead.values[homes.all] = [...before, place];
  }
}

/** Whether a row names a home that none of the others does. */
export const isElsewhere = ({ at }: Homes, others: readonly ImportRow[], { values }: ImportRow): boolean =>
  typeof values[at] === 'string' && others.every(other => (other.home ?? other.values)[at] !== values[at]);

/** Moves a row's values about the home out of its values about the person. */
function giveHome({ at, fields }: Homes, row: ImportRow): void {
  const home: Record<string, unknown> = {};
  for (const name of [at, ...fields]) {
    if (row.values[name] !== undefined) home[name] = row.values[name];
    else if (row.emptied?.includes(name)) home[name] = null;
    delete row.values[name];
  }
  row.emptied = row.emptied?.filter(name => !(name in home));
  row.home = home;
}

/** Merges a row into the first row of its person; values that contradict it become errors. */
function joinTo(row: ImportRow, lead: ImportRow): void {
  row.of = lead;
  for (const [name, value] of Object.entries(row.values)) {
    lead.values[name] ??= value;
    if (JSON.stringify(lead.values[name]) !== JSON.stringify(value))
      row.errors[name] ??= { code: 'IMPORT_OTHER_THAN_ROW', params: { row: lead.row } };
  }
  for (const name of row.emptied ?? []) if (!(name in lead.values)) lead.emptied = [...(lead.emptied ?? []), name];
  for (const [name, year] of Object.entries(row.years ?? {})) lead.years = { [name]: year, ...lead.years };
  row.values = {};
  row.years = {};
  row.emptied = [];
}

/** All homes of a record in a field: the main one and the further ones. */
export function placesOf(definition: Definition, name: string, doc: Readonly<Record<string, unknown>>): string[] {
  const homes = homesOf(definition);
  const further = homes?.at === name ? doc[homes.all] : [];
  return [...new Set([doc[name], ...(Array.isArray(further) ? further : [])])].filter(
    place => typeof place === 'string',
  );
}

/** Values of the home field under which a key finds a record. */
export function placesIn(definition: Definition, key: readonly string[], doc: Stored): Record<string, string>[] {
  const at = homesOf(definition)?.at;
  return at && key.includes(at) ? placesOf(definition, at, doc).map(place => ({ [at]: place })) : [{}];
}
