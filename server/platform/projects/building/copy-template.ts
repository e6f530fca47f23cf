import type { Definition } from '@lobby/shared/kit/definition.ts';
import { department, position } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { TEMPLATE_PARTS, type TemplatePart } from '@lobby/shared/modules/unit-group.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { newId } from '../../../kit/database/database.ts';
import type { NewDocs } from '../../../kit/store/bulk-insert.ts';
import { nested, sealed } from '../../../kit/store/keys/seal.ts';
import { type AnyDoc, records } from '../../../kit/store/records.ts';

/** Records per part, referenced ones first. */
const RECORDS: Partial<Record<TemplatePart, readonly Definition[]>> = {
  positions: [department, position],
  types: [ticketType, ticketReply],
  labels: [labelGroup, label],
  calendar: [workSchedule, holiday],
  structure: [block, floor, unit],
};
/** The units of a large building take longer than usual reads. */
const PATIENCE_MS = 60_000;
/** A copied unit starts empty: residents, handover and money are not copied. */
const EMPTY_HOME = {
  state: 'EMPTY',
  buildStatus: 'HAVE_NOT_YET_HANDOVER',
  handoverStatus: 'NOT_YET',
  appUsage: true,
  balance: 0,
};

interface Place {
  ctx: Ctx;
  /** Ids of template records -> ids in the new project. */
  ids: Map<string, string>;
}

/** Copies a template record: references point to the copies, or to nothing if those were not copied. */
function copyOf({ ctx, ids }: Place, definition: Definition, doc: AnyDoc): AnyDoc {
  const values: Record<string, unknown> = {};
  for (const [field, { kind }] of Object.entries(definition.fields)) {
    const value = doc[field];
    if (kind === 'ref') values[field] = ids.get(String(value)) ?? null;
    else if (kind === 'refs') values[field] = (Array.isArray(value) ? value : []).flatMap(id => ids.get(id) ?? []);
    else values[field] = kind === 'files' ? [] : (value ?? null);
  }
  if (definition === unit) Object.assign(values, EMPTY_HOME);
  const unique = Object.keys(definition.fields).filter(field => definition.fields[field]?.unique);
  const uniqueValues = Object.fromEntries(unique.map(field => [field, values[field]]));
  return {
    ...values,
    _id: ids.get(doc._id) ?? newId(),
    projectId: ctx.projectId,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    deletedAt: null,
    ...(doc.keys && { keys: doc.keys }),
    ...(doc.sorted && { sorted: doc.sorted }),
    ...('permissions' in doc && { permissions: doc.permissions }),
    ...nested(sealed(definition, ctx.projectId, uniqueValues, values)),
  };
}

/** Copies all records of the template's parts for the new project. */
export async function copyRecords(ctx: Ctx, template: string, parts: ReadonlySet<TemplatePart>): Promise<NewDocs[]> {
  const place: Place = { ctx, ids: new Map() };
  const copied: { definition: Definition; docs: AnyDoc[] }[] = [];
  for (const definition of TEMPLATE_PARTS.flatMap(part => (parts.has(part) ? (RECORDS[part] ?? []) : []))) {
    const docs = await records(definition).find({ projectId: template }, {}, { patience: PATIENCE_MS });
    for (const { _id } of docs) place.ids.set(_id, newId());
    copied.push({ definition, docs });
  }
  return copied.map(({ definition, docs }) => ({ definition, docs: docs.map(doc => copyOf(place, definition, doc)) }));
}
