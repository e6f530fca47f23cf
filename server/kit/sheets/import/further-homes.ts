import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import type { Stored } from '../../store/schema.ts';
import { type Homes, homesOf } from '../homes.ts';

const isGood = ({ errors }: ImportRow) => Object.keys(errors).length === 0;

/**
 * Rows of one new person with several places: the first makes the person, each other one adds its place. `keyOf` is what tells that two rows are
 * about one person.
 */
export function joinNew(
  definition: Definition,
  rows: readonly ImportRow[],
  keyOf: (row: ImportRow) => readonly string[],
): void {
  const homes = homesOf(definition);
  if (!homes) return;
  const known = new Map<string, ImportRow>();
  for (const row of rows) {
    if (row.doc || !isGood(row)) continue;
    const keys = keyOf(row);
    const lead = keys.map(key => known.get(key)).find(Boolean);
    if (lead && isElsewhere(homes, [lead, ...rows.filter(({ of }) => of === lead)], row)) {
      giveHome(homes, row);
      joinTo(row, lead);
    }
    for (const key of keys) if (!known.has(key)) known.set(key, lead ?? row);
  }
}

/** Rows of one person who is there: those that name another place than the main one tell of further homes. */
export function joinKnown(definition: Definition, rows: readonly ImportRow[]): void {
  const homes = homesOf(definition);
  if (!homes) return;
  for (const [doc, own] of Map.groupBy(rows, row => row.doc)) {
    const [lead, ...others] = own;
    if (!doc || !lead) continue;
    const mainTold = own.some(({ values }) => values[homes.at] === doc[homes.at]);
    for (const row of own) {
      const at = row.values[homes.at];
      if (!at || at === doc[homes.at]) continue;
      // Alone, another place may be a move as well: that is for people to say.
      if (mainTold || placesOf(definition, homes.at, doc).includes(String(at))) giveHome(homes, row);
    }
    for (const row of others) if (isGood(row)) joinTo(row, lead);
  }
}

/** The places that rows add to a record, taken up among those it has. */
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

/** Whether a row names a place that none of the others does. */
export const isElsewhere = ({ at }: Homes, others: readonly ImportRow[], { values }: ImportRow): boolean =>
  typeof values[at] === 'string' && others.every(other => (other.home ?? other.values)[at] !== values[at]);

/** Takes what a row tells of its place out of what it tells of the person. */
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

/** Leaves to the first row of a person what the others say too, and refuses what they say otherwise. */
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

/** All places of a record that a field names: its main one, and those beside it. */
export function placesOf(definition: Definition, name: string, doc: Readonly<Record<string, unknown>>): string[] {
  const homes = homesOf(definition);
  const further = homes?.at === name ? doc[homes.all] : [];
  return [...new Set([doc[name], ...(Array.isArray(further) ? further : [])])].filter(one => typeof one === 'string');
}

/** The values of the place field under which a key finds a record. */
export function placesIn(definition: Definition, key: readonly string[], doc: Stored): Record<string, string>[] {
  const at = homesOf(definition)?.at;
  return at && key.includes(at) ? placesOf(definition, at, doc).map(place => ({ [at]: place })) : [{}];
}
