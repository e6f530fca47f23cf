import { access } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { transaction } from '../../../kit/database/database.ts';
import { type FileRow, files, pathOf } from '../../../kit/files/file-store.ts';
import { readStored } from '../../../kit/files/sealed-file.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { valuesIn } from '../../../kit/records/activity.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { assertWritable } from '../../../kit/records/records.ts';
import { dayWords, neutral, stamp } from '../../../kit/sheets/cell.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { openZip } from '../../../kit/sheets/zip.ts';
import { type EventRow, events, rowOf, writeEvents } from '../../../kit/store/events.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { messagesOf } from '../../../kit/thread/messages.ts';
import { sessions } from '../../../platform/auth/sessions.ts';
import { emailOf, users } from '../../../platform/auth/users.ts';
import { loadPerson, type Person, plainOf, THREADS } from './person.ts';

const ZIP = 'application/zip';
const reason = { kind: 'longText', max: 1000, required: true } as const;

/** All data about a person by section; each entry is a record with its values. */
type Held = Record<
  'person' | 'homes' | 'contracts' | 'tickets' | 'messages' | 'history' | 'account' | 'sessions' | 'files',
  Record<string, unknown>[]
>;

/** `PUT /member/:id/person-file`: all data about a person, to hand over to them: JSON, spreadsheet and uploads. */
export const personFile: Route = route({
  method: 'put',
  path: `${resident.path}/:id/person-file`,
  summary: 'Everything held about one resident, as a file to hand to them',
  module: resident.code,
  flags: ['exportEncrypted'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ reason: fieldSchema(reason) }),
  answer: ZIP,
  async run(ctx, { params, body, res }) {
    assertWritable(ctx, { reason }, body);
    const doc = await load(ctx, resident, params.id);
    const person = await loadPerson(ctx, doc._id);
    const uploads = await files()
      .find({ projectId: ctx.projectId, userId: { $in: person.userIds } })
      .toArray();
    const held = await loadHeld(ctx, person, uploads);
    await remember(ctx, doc, body.reason);
    res.set({ 'Content-Type': ZIP, 'Content-Disposition': 'attachment; filename="person.zip"' });
    const zip = openZip(res);
    await zip.add('person.json', [JSON.stringify(held, null, 2)]);
    const sheet = new PassThrough();
    const [book] = await Promise.all([buffer(sheet), writeSheet(sheet, 'person', rowsOf(ctx, held))]);
    await zip.add('person.xlsx', [book]);
    for (const row of uploads) {
      const path = pathOf(row, 'file');
      const there = await access(path).then(
        () => true,
        () => false,
      );
      if (there) await zip.add(`files/${row._id} ${row.name}`, await readStored(row, 'file'));
    }
    await zip.close();
  },
});

async function remember(ctx: Ctx, doc: Doc<typeof resident>, why: string): Promise<void> {
  const row = {
    at: ctx.now,
    projectId: ctx.projectId,
    module: resident.code,
    entity: resident.name,
    entityId: doc._id,
    action: 'person-file',
    actor: ctx.actor,
    before: null,
    after: { reason: why },
    version: doc.version,
    row: rowOf(resident, doc),
    quiet: true,
  };
  await transaction(async session => void (await writeEvents([row], session)));
}

const pick = (doc: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, fieldOf(doc, name) ?? null]));
const CONTRACT = [
  'code',
  'unitId',
  'status',
  'company',
  'taxCode',
  'area',
  'price',
  'deposit',
  'registerDate',
  'startDate',
  'expiryDate',
  'endedDate',
  'reason',
  'note',
];
const ANNEX = ['code', 'registerDate', 'effectiveDate', 'expiryDate', 'area', 'price', 'content'];

async function loadHeld(ctx: Ctx, person: Person, uploads: readonly FileRow[]): Promise<Held> {
  const { projectId } = ctx;
  const { ids, docs, homes, userIds, talkIds } = person;
  const tickets = await records(ticket)
    .withRemoved()
    .find({ projectId }, { _id: { $in: talkIds }, residentId: { $in: ids } });
  const contracts = await records(rentalContract)
    .withRemoved()
    .find({ projectId }, { residentId: { $in: ids } });
  const annexes = await records(contractAnnex)
    .withRemoved()
    .find(
      { projectId },
      { contractId: { $in: contracts.map(({ _id }) => _id) } },
      { sort: { effectiveDate: 1, _id: 1 } },
    );
  const units = await loadRefs(
    projectId,
    unit,
    [...docs, ...homes, ...contracts, ...tickets].flatMap(({ unitId }) => unitId ?? []),
  );
  const codeOf = (id: string | null) => units.get(id ?? '')?.code ?? '';
  const rooms = await records(room)
    .withRemoved()
    .find({ projectId }, { _id: { $in: talkIds }, residentId: { $in: ids } });
  const messages = await Promise.all(
    THREADS.map(thread =>
      messagesOf(thread)
        .find({ projectId, [thread.key]: { $in: talkIds }, 'author.id': { $in: ids } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  );
  const about = new Map<unknown, unknown>([
    ...tickets.map(({ _id, code }) => [_id, code] as const),
    ...rooms.map(({ _id, title }) => [_id, title] as const),
  ]);
  const accounts = await users()
    .find({ _id: { $in: userIds } })
    .toArray();
  const begun = await sessions()
    .find({ userId: { $in: userIds } })
    .toArray();
  return {
    person: docs.map(doc => ({
      ...plainOf(doc),
      unitId: codeOf(doc.unitId),
      unitIds: [doc.unitIds].flat().map(codeOf),
      createdAt: doc.createdAt,
      updatedAt: doc.updatedAt,
    })),
    homes: homes.map(({ unitId, role, relationship, owner, movedInAt, movedOutAt, rentFrom, rentTo }) => ({
      unitId: codeOf(unitId),
      role,
      relationship,
      owner,
      movedInAt,
      movedOutAt,
      rentFrom,
      rentTo,
    })),
    contracts: contracts.map(doc => ({
      ...pick(doc, CONTRACT),
      unitId: codeOf(doc.unitId),
      annexes: annexes.filter(({ contractId }) => contractId === doc._id).map(annex => pick(annex, ANNEX)),
    })),
    tickets: tickets.map(({ code, title, content, status, unitId, createdAt, rating, ratingComment }) => ({
      code,
      title,
      content,
      status,
      unitId: codeOf(unitId),
      createdAt,
      rating,
      ratingComment,
    })),
    messages: messages.flat().map(({ at, content, ticketId, roomId }) => ({
      at,
      content,
      ticket: about.get(ticketId ?? roomId) ?? '',
    })),
    history: await loadHistory(ctx, person),
    account: accounts.map(user => ({
      name: user.name,
      email: emailOf(user),
      language: user.language,
      verified: user.verified,
      invitedAt: user.invitedAt,
      signedInAt: user.signedInAt,
      mailOff: user.mailOff,
    })),
    sessions: begun.map(({ begunAt, turnedAt, endedAt, agent, address }) => ({
      begunAt,
      turnedAt,
      endedAt,
      agent,
      address,
    })),
    files: uploads.map(({ _id, name, type, size, at }) => ({ id: _id, name, type, size, at })),
  };
}

/** History of the record with its former values, and the person's own actions. */
async function loadHistory(ctx: Ctx, { ids }: Person): Promise<Record<string, unknown>[]> {
  const { projectId } = ctx;
  const [about, did] = await Promise.all([
    events()
      .find({ projectId, entityId: { $in: ids }, entity: resident.name })
      .sort({ ts: 1 })
      .toArray(),
    events()
      .find({ projectId, 'actor.id': { $in: ids } })
      .sort({ at: 1 })
      .toArray(),
  ]);
  await holdKeys(valuesIn(about));
  const values = (row: EventRow, part: Record<string, unknown> | null) =>
    part && plainOf({ ...part, projectId: row.projectId });
  const withPlain = (part: Record<string, unknown> | null, plain: Record<string, unknown> | null) =>
    plain && Object.fromEntries(Object.entries(plain).filter(([name]) => name in (part ?? {})));
  return [
    ...about.map(row => ({
      at: row.at,
      action: row.action,
      by: row.actor.name,
      before: withPlain(row.before, values(row, row.before)),
      after: withPlain(row.after, values(row, row.after)),
    })),
    ...did.map(row => ({ at: row.at, action: row.action, module: row.module, by: row.actor.name })),
  ];
}

/** The data as spreadsheet rows: section, number, field, value. */
async function* rowsOf(ctx: Ctx, held: Held): AsyncGenerator<Cell[][]> {
  for (const [part, things] of Object.entries(held))
    for (const [n, thing] of things.entries())
      yield Object.entries(thing).flatMap(([name, value]): Cell[][] =>
        value === null || value === undefined || value === ''
          ? []
          : [[text(ctx, `resident.file.${part}`), n + 1, labelOf(ctx, name), written(ctx, value)]],
      );
}

function labelOf(ctx: Ctx, name: string): string {
  const keys = [resident, rentalContract, ticket].map(definition => `${definition.name}.fields.${name}`);
  if (name === 'annexes') keys.push(`${contractAnnex.name}.plural`);
  return keys.map(key => text(ctx, key)).find((label, n) => label !== keys[n]) ?? name;
}

function written(ctx: Ctx, value: unknown): Cell {
  if (value instanceof Date) return stamp(value, ctx.project.timeZone);
  if (typeof value === 'number') return value;
  return neutral(typeof value === 'string' ? dayWords(value) : JSON.stringify(value));
}
