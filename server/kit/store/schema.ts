import { isSortedByName, isSortedByTitle, namedSorts, sortKey, titledSorts } from '@lobby/shared/kit/collation.ts';
import type { Definition, Unique } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Field, type Fields, type Kind, type LinesField } from '@lobby/shared/kit/fields.ts';
import { isPlate, plateWords } from '@lobby/shared/kit/plate.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { fold, nameKey, searchKeys } from '@lobby/shared/kit/text-search.ts';
import mongoose from 'mongoose';
import { ANY_TEXT, type Collection, type Index } from '../database/database.ts';
import { blindEnd, blindIndex, isSealed, seal } from '../privacy/personal.ts';

/** A stored record: its fields and the columns that all records have. */
export interface Stored {
  _id: string;
  projectId: string;
  version: number;
  status?: string;
  createdAt: Date;
  updatedAt: Date;
  /** When residents' fields were last changed, if only staff fields were changed since. */
  shownAt?: Date | null;
  deletedAt: Date | null;
  /** Search keys. */
  keys?: string[];
  /** Normalized values of unique fields. */
  uniq?: Record<string, string>;
  /** Sort keys of titles that lists sort by. */
  sorted?: Record<string, string | null>;
  /** Blind indexes of personal fields. */
  blind?: Record<string, string>;
  [field: string]: unknown;
}

const TYPES = {
  text: String,
  longText: String,
  richText: String,
  choice: String,
  flag: Boolean,
  integer: Number,
  money: Number,
  percent: Number,
  decimal: Number,
  date: String,
  month: String,
  instant: Date,
  ref: String,
  refs: [String],
  phone: String,
  email: String,
  identifier: String,
  files: [String],
  lines: [Object],
} satisfies Record<Kind, unknown>;

function tenancy(schema: mongoose.Schema): void {
  // Throws on a query without a project, so that a bug cannot reach another project's data.
  const guard = function (this: mongoose.Query<unknown, unknown>) {
    if (typeof this.getFilter().projectId !== 'string')
      throw new Error(`query of ${this.model.collection.name} without a project`);
  };
  schema.pre(
    [
      'find',
      'findOne',
      'countDocuments',
      'findOneAndUpdate',
      'updateOne',
      'updateMany',
      'deleteOne',
      'deleteMany',
      'distinct',
    ],
    guard,
  );
  schema.pre('aggregate', function () {
    const first = this.pipeline()[0];
    if (!first || !('$match' in first) || typeof first.$match.projectId !== 'string')
      throw new Error('aggregate without a project');
  });
}

export const collectionOf = (definition: Definition): string => `${definition.name}s`;

const models = new Map<string, mongoose.Model<Stored>>();

/** The mongoose model of a definition, cached. Its queries must name the project. */
export function modelOf(definition: Definition): mongoose.Model<Stored> {
  let model = models.get(definition.name);
  if (!model) {
    const shape: Record<string, unknown> = {
      _id: String,
      projectId: { type: String, required: true },
      version: Number,
      createdAt: Date,
      updatedAt: Date,
      shownAt: { type: Date, default: undefined },
      deletedAt: Date,
      keys: { type: [String], default: undefined },
      uniq: { type: Object, default: undefined },
      sorted: { type: Object, default: undefined },
      blind: { type: Object, default: undefined },
    };
    if (definition.statuses) shape.status = { type: String, enum: Object.keys(definition.statuses) };
    for (const [name, field] of Object.entries(definition.fields)) shape[name] = { type: TYPES[field.kind] };
    const schema = new mongoose.Schema(shape, {
      collection: collectionOf(definition),
      versionKey: false,
      minimize: false,
      strict: 'throw',
    });
    tenancy(schema);
    model = mongoose.model<Stored>(definition.name, schema as unknown as mongoose.Schema<Stored>);
    models.set(definition.name, model);
  }
  return model;
}

/** Matches removed records, and the partial index that holds only them. */
export const REMOVED = { deletedAt: { $gt: new Date(0) } };
export const REMOVED_INDEX = 'removed';

/** Personal fields found only by the whole value, by blind index, such as bank accounts. */
export const wholeNumbers = ({ fields }: { fields: Fields }): string[] =>
  Object.keys(fields).filter(name => fields[name]?.personal && fields[name]?.search);

const hasSearch = (fields: Fields) => Object.values(fields).some(field => field.search);

/** Stored path of a sort field; titles are sorted by their sort keys. */
export const sortPath = (definition: Definition, sort: string): string =>
  isSortedByName(definition, sort) || isSortedByTitle(definition, sort) ? `sorted.${sort}` : sort;

/** Sort keys of the referenced titles among `values`; `names` as in `keysOf`. */
export const titleKeys = (
  definition: Definition,
  values: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): Record<string, string | null> =>
  Object.fromEntries(
    titledSorts(definition)
      .filter(name => name in values)
      .map(name => [`sorted.${name}`, names[name] === undefined ? null : sortKey(names[name])]),
  );

/** The collection of a definition: an index per declared sort and indexed filter, each beginning with the project. */
export function collectionWithIndexes(definition: Definition): Collection {
  const { list, fields } = definition;
  const indexes: Index[] = [];
  for (const sort of list.sorts.map(name => sortPath(definition, name))) {
    indexes.push({ key: { projectId: 1, [sort]: 1, _id: 1 } });
    if (definition.statuses) indexes.push({ key: { projectId: 1, status: 1, [sort]: 1, _id: 1 } });
  }
  const main = sortPath(definition, list.defaultSort.replace('-', ''));
  for (const name of list.indexed ?? []) indexes.push({ key: { projectId: 1, [name]: 1, [main]: 1, _id: 1 } });
  for (const name of definition.linked ?? [])
    indexes.push({ key: { projectId: 1, [name]: 1 }, options: { partialFilterExpression: { [name]: ANY_TEXT } } });
  for (const name of definition.linkedAcross ?? [])
    indexes.push({ key: { [name]: 1 }, options: { partialFilterExpression: { [name]: ANY_TEXT } } });
  if (hasSearch(fields)) indexes.push({ key: { projectId: 1, keys: 1, [main]: 1, _id: 1 } });
  for (const name of wholeNumbers(definition))
    indexes.push({ key: { projectId: 1, [`blind.${name}`]: 1, [main]: 1, _id: 1 } });
  for (const [name, field] of Object.entries(fields)) {
    const path = field.personal ? `blind.${name}` : `uniq.${name}`;
    // Personal values are compared by digest only, so the field within which they are unique is part of the index.
    const within: Record<string, 1> =
      field.personal && typeof field.unique === 'object' ? { [field.unique.within]: 1 } : {};
    if (field.unique)
      indexes.push({
        key: { projectId: 1, [path]: 1, ...within },
        options: {
          unique: true,
          name: ['unique', name, ...Object.keys(within)].join('_'),
          partialFilterExpression: { deletedAt: null, [path]: ANY_TEXT },
        },
      });
  }
  for (const rule of definition.unique ?? []) indexes.push(uniqueIndex(definition, rule));
  if (definition.prefix) indexes.push({ key: { projectId: 1, code: 1 }, options: { unique: true } });
  indexes.push({
    key: { projectId: 1, deletedAt: 1 },
    options: { name: REMOVED_INDEX, partialFilterExpression: REMOVED },
  });
  return { name: collectionOf(definition), indexes };
}

const BSON_TYPES: Readonly<Partial<Record<Kind, string>>> = {
  flag: 'bool',
  integer: 'number',
  money: 'number',
  percent: 'number',
  decimal: 'number',
  instant: 'date',
};

/** The index of a uniqueness rule over several fields. */
function uniqueIndex({ fields }: Definition, { fields: names, where = {} }: Unique): Index {
  const filled = names.map(name => {
    const type = BSON_TYPES[fields[name]?.kind ?? 'text'];
    return [name, type ? { $type: type } : ANY_TEXT];
  });
  const among = Object.entries(where).map(([name, values]) => [name, { $in: [...values] }]);
  return {
    key: { projectId: 1, ...Object.fromEntries(names.map(name => [name, 1])) },
    options: {
      unique: true,
      name: ['unique', ...names].join('_'),
      partialFilterExpression: { deletedAt: null, ...Object.fromEntries([...filled, ...among]) },
    },
  };
}

/** Values in stored form: instants as Dates, missing fields with their empty value. */
export function filled(definition: Definition, values: Record<string, unknown>): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields))
    doc[name] = values[name] === undefined ? emptyValue(field) : stored(field, values[name]);
  return doc;
}

/** A value in stored form, before encryption. */
export function stored(field: Field, value: unknown): unknown {
  return field.kind === 'instant' && typeof value === 'string' ? new Date(value) : value;
}

/**
 * Encrypts the personal values among `values`, and adds blind indexes, keys of unique fields and sort keys. `whole` is the
 * document with them, for fields unique within another and for the person's key.
 */
export function sealed(
  definition: Definition,
  projectId: string,
  values: Record<string, unknown>,
  whole: Record<string, unknown> = values,
): Record<string, unknown> {
  const out = { ...values };
  for (const name of namedSorts(definition)) {
    const value = values[name];
    if (name in values) out[`sorted.${name}`] = typeof value === 'string' ? sortKey(value) : null;
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind === 'lines' && Array.isArray(values[name]))
      out[name] = values[name].map(line => sealedLine(projectId, field, line));
    const within = typeof field.unique === 'object' ? field.unique.within : null;
    if (!(name in values) && !(within && within in values)) continue;
    if (!field.personal && !field.unique) continue;
    // Numbers are compared as text.
    const value = typeof whole[name] === 'number' ? String(whole[name]) : whole[name];
    const index = `${field.personal ? 'blind' : 'uniq'}.${name}`;
    if (isEnding(field)) out[`${index}End`] = typeof value === 'string' ? blindEnd(projectId, value.slice(-4)) : null;
    if (typeof value !== 'string') out[index] = null;
    else if (field.personal) {
      out[index] = blindIndex(projectId, name, value);
      out[name] = seal(projectId, value, definition.person && String(whole._id));
    } else out[index] = within ? `${whole[within]} ${uniqueKey(field, value)}` : uniqueKey(field, value);
  }
  return out;
}

/** A line with its personal values encrypted, unless they are already. */
function sealedLine(projectId: string, { of }: LinesField, line: Record<string, unknown>): Record<string, unknown> {
  const open = Object.keys(of).filter(name => {
    const value = line[name];
    return of[name]?.personal && typeof value === 'string' && !isSealed(value);
  });
  if (open.length === 0) return line;
  return { ...line, ...Object.fromEntries(open.map(name => [name, seal(projectId, String(line[name]))])) };
}

/** Normalized form in which a unique value is compared. */
export const uniqueKey = ({ unaccented }: Field, value: string): string =>
  unaccented ? fold(nameKey(value)) : nameKey(value);

/** Whether a field is searched by its last four digits. */
export const isEnding = ({ personal, kind }: Field): boolean => personal === true && kind === 'phone';

/** Search key of a phone's last digits: their blind index, with a prefix that no word has. */
export const endKey = (blind: string): string => `#${blind}`;

/** Turns the dotted paths of `sealed` into nested objects for an insert. */
export function nested(flat: Record<string, unknown>): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const dot = path.indexOf('.');
    if (dot < 0) doc[path] = value;
    else {
      const inner = (doc[path.slice(0, dot)] ?? {}) as Record<string, unknown>;
      inner[path.slice(dot + 1)] = value;
      doc[path.slice(0, dot)] = inner;
    }
  }
  return doc;
}

/** Limit of search keys of a record that includes the words of a long text. */
const MOST_OF_LONG = 200;

/** Search keys of a document, whose blind indexes may be dotted paths; `names` holds the titles of its references. */
export function keysOf(
  definition: Definition,
  doc: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): string[] | undefined {
  if (!hasSearch(definition.fields)) return undefined;
  const texts: string[] = [];
  const codes: string[] = [];
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!field.search || field.personal) continue;
    const value = field.kind === 'ref' ? names[name] : doc[name];
    if (typeof value !== 'string') continue;
    if ((field.kind === 'text' && field.plate) || isPlate(value)) codes.push(value, ...plateWords(value));
    else if (('code' in field && field.code) || /^(?:[\p{L}\d]+[-.])+\d/u.test(value)) codes.push(value);
    else texts.push(field.kind === 'richText' ? wordsOf(value) : value);
  }
  const long = Object.values(definition.fields).some(
    ({ kind, search }) => search && (kind === 'longText' || kind === 'richText'),
  );
  const words = long ? searchKeys(texts, codes, MOST_OF_LONG) : searchKeys(texts, codes);
  const blind = (doc.blind ?? {}) as Record<string, unknown>;
  const ends = Object.entries(definition.fields).flatMap(([name, field]) => {
    const end =
      isEnding(field) && (doc[`blind.${name}End`] === undefined ? blind[`${name}End`] : doc[`blind.${name}End`]);
    return typeof end === 'string' ? endKey(end) : [];
  });
  return [...new Set([...words, ...ends])];
}
