import { z } from 'zod';
import type { Definition } from './definition.ts';
import type { Field, Kind } from './fields.ts';
import { oncePer } from './once-per.ts';
import type { RowOf } from './record.ts';

/** A file in an answer. */
export const fileSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  url: z.string(),
  thumbUrl: z.string().nullable(),
});

const KINDS: Record<Kind, (field: Field) => z.ZodType> = {
  text: () => z.string(),
  longText: () => z.string(),
  richText: () => z.string(),
  choice: field => (field.kind === 'choice' ? z.enum(field.options) : z.string()),
  flag: () => z.boolean(),
  integer: () => z.int(),
  money: () => z.int(),
  percent: () => z.number(),
  decimal: () => z.number(),
  date: () => z.string(),
  month: () => z.string(),
  instant: () => z.string(),
  ref: () => z.string(),
  refs: () => z.array(z.string()),
  phone: () => z.string(),
  email: () => z.string(),
  identifier: () => z.string(),
  files: () => z.array(fileSchema),
  lines: field => z.array(lineSchema(field)),
};

const lineSchema = (field: Field): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(field.kind === 'lines' ? field.of : {}).map(([name, part]) => [
        name,
        KINDS[part.kind](part).nullish(),
      ]),
    ),
  );

/** A word of a closed set, which the documentation describes as a text. */
export const wordOf = <W extends string>(): z.ZodType<W, W> => z.string() as z.ZodType<unknown> as z.ZodType<W, W>;

/** An answer of this type, of which the documentation describes only a part; `Given` if the server is held to less. */
export const typedAs = <T, Given = T>(schema: z.ZodType): z.ZodType<T, Given> =>
  schema as z.ZodType<unknown> as z.ZodType<T, Given>;

type Part = 'row' | 'detail';

/** Schema of a record in answers, shared by all routes that return it. Every field may be null, and residents get fewer fields. */
export const responseSchema = (definition: Definition, part: Part): z.ZodObject => MADE[part](definition);

/** `responseSchema` typed by its definition, for contracts. The server gives what `present` has made of a record. */
export const recordSchema = <D extends Definition>(definition: D, part: Part): z.ZodType<RowOf<D>, object> =>
  // Safe cast: the schema is made of the fields that the type is made of.
  responseSchema(definition, part) as z.ZodType as z.ZodType<RowOf<D>, object>;

const MADE: Record<Part, (definition: Definition) => z.ZodObject> = {
  row: oncePer(definition => schemaOf(definition, 'row')),
  detail: oncePer(definition => schemaOf(definition, 'detail')),
};

function schemaOf(definition: Definition, part: Part): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kept || (part === 'row' && field.detailOnly)) continue;
    const schema = KINDS[field.kind](field).nullable();
    shape[name] = field.staffOnly ? schema.optional() : schema;
  }
  // Grouped in the same way as details are (present.ts).
  if (part === 'detail')
    for (const [group, parts] of Object.entries(definition.groups ?? {})) {
      const inner = Object.entries(parts).map(([key, name]) => [key, shape[name] ?? z.unknown()] as const);
      for (const name of Object.values(parts)) delete shape[name];
      shape[group] = z.object(Object.fromEntries(inner)).nullable();
    }
  return z
    .object({
      id: z.string(),
      projectId: z.string(),
      version: z.int(),
      ...(definition.statuses && { status: z.enum(Object.keys(definition.statuses)) }),
      ...shape,
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ title: `${definition.name}${part === 'row' ? ' row' : ''}` });
}
