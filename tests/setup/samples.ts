import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields, Kind } from '@lobby/shared/kit/fields.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import sharp from 'sharp';
import type { Caller, Row } from './caller.ts';
import { makeRecord } from './records.ts';
import type { Site } from './world.ts';

let n = 0;
const next = () => ++n;
const within = (text: string, max: number) => text.slice(0, max);

const PLAIN: { [K in Exclude<Kind, 'ref' | 'refs' | 'files'>]: (field: Field & { kind: K }) => unknown } = {
  text: field =>
    within(
      field.index
        ? `K${next()}x{i}`
        : field.hours
          ? '08:00-12:00, 13:00-17:30'
          : field.country
            ? 'VN'
            : field.digits
              ? `${1e9 + next()}`
              : field.code
                ? `K${next()}`
                : `Word ${next()} of a text`,
      field.max,
    ),
  longText: field => within(`First line ${next()}\nand a second`, field.max),
  choice: field => field.initial ?? field.options[next() % field.options.length],
  flag: () => true,
  integer: field => (field.min ?? 0) + 1,
  money: field => (field.min ?? 0) + 1000,
  percent: field => (field.min ?? 0) + 0.25,
  decimal: field => (field.min ?? 0) + 0.5,
  date: field =>
    field.limit === 'past' ? dayAfter('1990-01-01') : field.limit ? dayAfter('2036-01-01') : '2026-11-30',
  month: () => '2026-11',
  instant: () => new Date(Date.now() + 86_400_000).toISOString(),
  phone: () => `08${String(10_000_000 + next())}`,
  email: () => `sample${next()}@example.test`,
  identifier: () => `ID${String(10_000_000 + next())}`,
};

/** A day of its own, some time after another. */
const dayAfter = (day: string) => daysAfter(day, next());
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Makes valid input for any definition, and records with it, in one project. */
export interface Samples {
  /** A value for every field that a caller may give. */
  input: (fields: Fields) => Promise<Record<string, unknown>>;
  /** What an action takes, all of it. */
  actionInput: (action: Action) => Promise<Record<string, unknown>>;
  /** A new record: through the API where it takes one, else as the system makes it. */
  record: (definition: Definition, own?: Record<string, string>) => Promise<Row>;
  /** The id of a record that others may refer to. */
  ref: (name: string, where?: Record<string, string>) => Promise<string>;
  upload: () => Promise<string>;
}

let picture: Buffer | null = null;
/** A small picture. */
export async function png(): Promise<Buffer> {
  picture ??= await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6673' } })
    .png()
    .toBuffer();
  return picture;
}

/** Multipart form data with files. */
export function formOf(files: readonly { name: string; body: Buffer }[], field = 'files'): FormData {
  const form = new FormData();
  for (const { name, body } of files) form.append(field, new Blob([new Uint8Array(body)]), name);
  return form;
}

/** The values that a record must have for an act. */
export function valuesFor({ when = {} }: Action): Record<string, unknown> {
  return Object.fromEntries(Object.entries(when).map(([name, [first]]) => [name, first === 'true' ? true : first]));
}

/** Samples of a project, made by one of its staff. */
export function samplesOf(site: Site, who: Caller = site.ann): Samples {
  const known = new Map<string, string>([
    ['unit', site.unitId],
    ['block', site.blockId],
    ['floor', site.floorId],
    ['department', site.departmentId],
    ['employee', site.ann.id],
    ['resident', site.dora.id],
  ]);
  async function ref(name: string, where: Record<string, string> = {}): Promise<string> {
    const key = [name, ...Object.values(where)].join();
    const id = known.get(key) ?? (await record(definitionOf(name), where)).id;
    known.set(key, id);
    return id;
  }
  async function upload(): Promise<string> {
    const { data } = await who.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
    return data[0]?.id ?? '';
  }
  async function sampleOf(field: Field): Promise<unknown> {
    if (field.kind === 'ref') return ref(field.to, field.where);
    if (field.kind === 'refs') return [await ref(field.to, field.where)];
    if (field.kind === 'files') return [await upload()];
    return (PLAIN[field.kind] as (one: Field) => unknown)(field);
  }
  async function input(fields: Fields): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    let days = 0;
    for (const [name, field] of Object.entries(fields)) {
      // A record that refers to its own kind (a tree) begins without.
      const own = field.kind === 'ref' && definitionOf(field.to).fields === fields;
      if (field.readOnly || own) continue;
      // The dates of a record follow each other, as they are declared.
      values[name] = field.kind === 'date' && !field.limit ? daysAfter('2026-11-30', days++) : await sampleOf(field);
    }
    inputSchema(fields, 'create').parse(values);
    return values;
  }
  async function record(definition: Definition, own: Record<string, string> = {}): Promise<Row> {
    const values = { ...(await input(definition.fields)), ...own };
    if (!answers(definition, 'create')) {
      const doc = await makeRecord(site.id, definition, values);
      return { ...doc, id: doc._id, status: doc.status ?? '' };
    }
    const made = await who.post(definition.path, values);
    if (made.status !== 201) throw new Error(`${definition.name} could not be made: ${made.text}`);
    return made.data;
  }
  return {
    input,
    ref,
    upload,
    record,
    async actionInput(action) {
      const own = action === resident.actions['move-in'] ? { unitId: site.otherUnitId } : {};
      return { ...(await input(action.input ?? {})), ...own, ...(action.reason && { reason: 'Because it is so' }) };
    },
  };
}
