import type { Definition, Unique } from '@lobby/shared/kit/definition.ts';
import type { Kind } from '@lobby/shared/kit/fields.ts';
import mongoose from 'mongoose';
import { ANY_TEXT, type Collection, type Index } from '../database/database.ts';
import { hasSearch, sortPath, wholeNumbers } from './keys/search-keys.ts';

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
    for (const name of definition.columns ?? []) shape[name] = { type: Object, default: undefined };
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

const columns = new Map<string, ReadonlySet<string>>();

/** Throws on a name that is no field of the definition: writes by the driver go past the model, which would. `paths` may lead into a field. */
export function assertFields(definition: Definition, paths: Iterable<string>): void {
  let names = columns.get(definition.name);
  if (!names) {
    names = new Set(Object.keys(modelOf(definition).schema.paths));
    columns.set(definition.name, names);
  }
  for (const path of paths) {
    const dot = path.indexOf('.');
    const name = dot < 0 ? path : path.slice(0, dot);
    if (!names.has(name)) throw new Error(`${definition.name} has no field ${name}`);
  }
}

/** Matches removed records, and the partial index that holds only them. */
export const REMOVED = { deletedAt: { $gt: new Date(0) } };
export const REMOVED_INDEX = 'removed';

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
