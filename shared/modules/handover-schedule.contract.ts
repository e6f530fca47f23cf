import { z } from 'zod';
import { fileSchema, recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { filterSchema } from '../kit/filter-schema.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { HANDOVER_CONFIG } from './handover-config.ts';
import { HANDOVER } from './handover-data.ts';
import { handoverSchedule } from './handover-schedule.ts';
import { SHEET_RESULTS } from './handover-sheet.ts';

const word = z.string().nullable();
const id = z.string();
const written = { by: word, at: word, part: word };
const image = z.object({ key: id, file: id, name: id, url: id, thumbUrl: word });
const lineAnswer = z.object({
  key: id,
  extra: z.boolean(),
  roomId: word,
  itemId: word,
  room: id,
  item: id,
  unitName: word,
  checks: z.array(z.string()),
  quantity: z.int(),
  required: z.boolean(),
  warrantyMonths: z.int().nullable(),
  quantityFound: z.int(),
  result: z.enum(SHEET_RESULTS).nullable(),
  blocking: z.boolean(),
  serial: word,
  note: word,
  images: z.array(image),
  warrantyUntil: word,
  ...written,
  other: z.object({ by: id, at: id, value: z.record(z.string(), z.unknown()) }).nullable(),
});
const named = z.object({ key: id, name: id });
/** Results of the previous round, and due dates of its defects. */
export const earlierAnswer = z.object({
  round: z.int(),
  code: id,
  day: word,
  lines: z.array(
    z.object({
      key: id,
      roomId: word,
      itemId: word,
      room: id,
      item: id,
      result: z.enum(SHEET_RESULTS),
      note: word,
      blocking: z.boolean(),
      images: z.array(image),
    }),
  ),
  promises: z.array(
    z.object({
      id,
      code: id,
      roomId: word,
      itemId: word,
      name: id,
      description: id,
      status: z.enum(['NOT_REPAIRED', 'REPAIRED']),
      closed: z.boolean(),
      blocking: z.boolean(),
      dueOn: word,
      repairedOn: word,
      images: z.array(image),
    }),
  ),
});
const signed = z
  .object({ at: id, hash: id, by: id, name: word, valid: z.boolean(), file: fileSchema.nullable() })
  .nullable();
/** A sheet as sent to clients. */
export const sheetAnswer = z.object({
  id,
  code: id,
  version: z.int(),
  revision: z.int(),
  status: id,
  round: z.int(),
  unitId: id,
  unit: id,
  owner: word,
  scheduledAt: word,
  finishedAt: word,
  acceptance: word,
  lines: z.array(lineAnswer),
  meters: z.array(
    z.object({
      key: id,
      name: id,
      unitName: word,
      value: z.number().nullable(),
      /** Latest reading of the unit's meter, if one exists. */
      index: z.number().nullable(),
      images: z.array(image),
      ...written,
    }),
  ),
  things: z.array(z.object({ key: id, name: id, usual: z.int(), number: z.int().nullable(), note: word, ...written })),
  presentName: word,
  presentRelation: word,
  identityChecked: z.boolean(),
  /** Whether units can be handed over with open non-blocking defects. */
  defectsAllowed: z.boolean(),
  opinion: word,
  signatures: z.object({ owner: signed, employee: signed }),
  editions: z.array(z.object({ number: z.int(), at: id, reason: word, result: id })),
  missing: z.object({ lines: z.array(named), meters: z.array(named), things: z.array(named) }),
  earlier: earlierAnswer.nullable(),
});

export const visitChecklist = contract({
  method: 'get',
  path: '/handover/schedule/:id/checklist',
  summary: 'What will be looked at in a flat, to prepare for it',
  module: HANDOVER,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    lines: z.array(
      z.object({
        key: z.string(),
        room: z.string(),
        item: z.string(),
        quantity: z.int(),
        unitName: z.string().nullable(),
        checks: z.array(z.string()),
      }),
    ),
  }),
});

export const handedUnits = contract({
  method: 'get',
  path: '/handover/schedule/handed',
  summary: 'When a unit was handed over, and what its meters showed: offered to readings and registrations',
  module: HANDOVER,
  query: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    day: z.string().nullable(),
    meters: z.array(
      z.object({
        name: z.string(),
        unitName: z.string().nullable(),
        value: z.number(),
        images: z.array(fileSchema),
      }),
    ),
  }),
});

const visitDay = fieldSchema({ kind: 'date' });

export const visitSlots = contract({
  method: 'get',
  path: '/handover/schedule/slots',
  summary: 'Times that are free for a handover, with how many may still come',
  module: HANDOVER,
  query: z.strictObject({ from: visitDay, to: visitDay, unitId: idSchema.optional() }),
  answer: z.array(z.object({ at: z.string(), left: z.int() })),
});

export const handoverSheet = contract({
  method: 'get',
  path: '/handover/schedule/:id/sheet',
  summary: 'The sheet of an appointment; its household gets it once it has ended',
  module: HANDOVER,
  params: z.strictObject({ id: idSchema }),
  answer: sheetAnswer,
});

export const handoverSnapshot = contract({
  method: 'get',
  path: '/handover/schedule/snapshot',
  summary: 'My appointments of some days with their sheets, for a tablet without a network',
  module: HANDOVER,
  query: z.strictObject({ from: visitDay, to: visitDay }),
  answer: z.object({
    appointments: z.array(z.object({ sheet: sheetAnswer })),
    defectsAllowed: z.boolean(),
  }),
});

const span = z.object({ from: z.int(), to: z.int() });

export const visitCalendar = contract({
  method: 'get',
  path: '/handover/schedule/calendar',
  summary: 'Appointments of handovers of some days, with how many each day holds and has room for',
  module: HANDOVER,
  query: () => z.strictObject({ from: visitDay, to: visitDay, filter: filterSchema(handoverSchedule).optional() }),
  answer: () =>
    z.object({
      rows: z.array(recordSchema(handoverSchedule, 'row')),
      days: z.array(
        z.object({
          day: z.string(),
          /** Whether it is a day off. */
          off: z.boolean(),
          held: z.int(),
          places: z.int(),
        }),
      ),
      employeeIds: z.array(z.string()),
      slotMinutes: z.int(),
      /** Working hours as minutes of the day. */
      hours: z.array(span),
    }),
});

/** Maximum appointments planned at once. */
export const MOST_PLANNED_VISITS = 500;
export const plannedVisit = z.object({
  id: z.string(),
  unitId: z.string(),
  employeeId: z.string(),
  scheduledAt: z.string(),
  endAt: z.string(),
});
export const unplannedVisit = z.object({
  id: z.string(),
  unitId: z.string(),
  code: z.string(),
  reason: z.string().optional(),
});

export const planVisits = contract({
  method: 'post',
  path: '/handover/schedule/auto',
  summary: 'Plan appointments that have no time yet into free slots; nothing is written unless asked for',
  module: HANDOVER,
  body: () =>
    z.strictObject({
      unitIds: z.array(idSchema).min(1).max(MOST_PLANNED_VISITS).optional(),
      filter: filterSchema(handoverSchedule).optional(),
      from: fieldSchema({ kind: 'date', required: true }),
      employeeIds: z.array(idSchema).min(1).max(HANDOVER_CONFIG.inspectorIds.max),
      make: z.boolean().default(false),
    }),
  answer: z.object({ made: z.boolean(), plan: z.array(plannedVisit), refused: z.array(unplannedVisit) }),
});
