import { isDeepStrictEqual } from 'node:util';
import { generateDemo } from '@lobby/server/demo/generate.ts';
import { PLANNED } from '@lobby/server/demo/made-before.ts';
import { declaredFlags, MODULE_CODES, POSITION_KEYS, permissionsOf } from '@lobby/server/demo/positions.ts';
import { EMPTIED, REPLACED } from '@lobby/server/demo/replaced.ts';
import { DIALOGUES } from '@lobby/server/demo/texts/dialogues.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { FLAGS, holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { ruleIn } from '@lobby/shared/modules/maintenance-plan.ts';
import { ruleDates } from '@lobby/shared/modules/plan-dates.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, test } from 'vitest';

type Doc = Record<string, unknown> & { _id: string };

const NOW = new Date('2026-11-21T03:30:00Z');

function load(options: { units?: number; tickets?: number; now?: Date } = {}): Map<string, Doc[]> {
  const all = new Map<string, Doc[]>();
  const batches = generateDemo({ now: NOW, passwordHash: 'hash', prepare: (_, doc) => doc, ...options });
  for (const { collection, docs } of batches) {
    expect(docs.length).toBeLessThanOrEqual(1000);
    all.set(collection, [...(all.get(collection) ?? []), ...(docs as Doc[])]);
  }
  return all;
}

const demo = load();
const of = (collection: string) => demo.get(collection) ?? [];
const byId = new Map([...demo.values()].flat().map(doc => [doc._id, doc]));
const open = (doc: Doc) => ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'].includes(String(doc.status));

describe('the demo building', () => {
  test('has one inspection out of date and two that are near, and tells faults that a thing can have', () => {
    const [hoaSen] = of('projects');
    const devices = of('devices').filter(({ projectId }) => projectId === hoaSen?._id);
    const lifts = devices.filter(({ inspectionDue }) => inspectionDue === 'DUE_SOON');
    const late = devices.filter(({ inspectionDue }) => inspectionDue === 'OVERDUE');
    expect([late, lifts].map(found => found.map(({ code }) => code))).toEqual([['PCCC-BOM-2'], ['TM-B-1', 'TM-B-2']]);
    const ahead = of('maintenances').filter(({ kind, status }) => kind === 'INSPECTION' && status === 'SCHEDULED');
    expect(ahead.map(({ deviceId }) => deviceId)).toEqual(expect.arrayContaining(lifts.map(({ _id }) => _id)));
    for (const { description, roomText } of of('handover-defects'))
      if (description === 'Gạch bị nứt góc') expect(roomText).toMatch(/ · Sàn$/);
  });

  test('opens every list at a tab with something in it', () => {
    const holdsNothing = MODULES.flatMap(definition => {
      const [first] = Object.values(definition.list.tabs ?? {});
      const docs = of(collectionOf(definition)).filter(doc => !doc.deletedAt);
      const conditions = Object.entries(first ?? {}).flatMap(([field, one]) =>
        typeof one === 'object' && one.in ? [[field, one.in] as const] : [],
      );
      const isIn = (doc: Doc) =>
        conditions.every(
          ([field, wanted]) =>
            wanted.includes('me') || [doc[field]].flat().some(value => wanted.includes(String(value))),
        );
      return docs.length > 0 && !docs.some(isIn) ? [definition.name] : [];
    });
    expect(holdsNothing).toEqual([]);
  });

  test('dates nothing that has happened after now, before dawn on the first of a month', () => {
    const now = new Date('2026-12-01T05:10:00+07:00');
    const days =
      /^(accountingDate|voucherDate|day|invoiceDate|documentDate|last\w+Date)$|(paid|issued|received|completed|signed)On$/;
    const ahead = new Set<string>();
    const look = (path: string, name: string, value: unknown): void => {
      if (PLANNED.has(name)) return;
      if (value instanceof Date) {
        if (value > now) ahead.add(path);
      } else if (Array.isArray(value)) for (const one of value) look(path, name, one);
      else if (value && typeof value === 'object')
        for (const [part, one] of Object.entries(value)) look(`${path}.${part}`, part, one);
      else if (typeof value === 'string' && days.test(name) && /^\d{4}-/.test(value) && value > '2026-12-01')
        ahead.add(path);
    };
    for (const [collection, docs] of load({ now })) look(collection, collection, docs);
    expect([...ahead]).toEqual([]);
    // What is planned is known by its name, so a name that is used for both would escape.
    expect([...PLANNED].filter(name => /^(created|updated|sent|paid|made)/.test(name))).toEqual([]);
  });

  test('shows its first resident something to pay, with a picture of the meter, on any day of a month', () => {
    for (const [day, own] of [
      ['the 1st', load({ tickets: 1, now: new Date('2026-11-01T01:00:00Z') })],
      ['later', demo],
    ] as const) {
      const [unit] = (own.get('units') ?? []).filter(({ code }) => code === 'A-12.05');
      const owed = (own.get('bills') ?? []).filter(
        ({ unitId, remaining, publication }) =>
          unitId === unit?._id && Number(remaining) > 0 && publication === 'PUBLISHED',
      );
      expect(owed.length, day).toBeGreaterThan(1);
      const pictures = new Map(own.get('files')?.map(doc => [doc._id, doc]));
      const read = (own.get('usages') ?? []).filter(({ billId }) => owed.some(({ _id }) => _id === billId));
      const shown = read.flatMap(({ photos, newIndex }) => [photos ?? []].flat().map(id => [newIndex, id]));
      expect(shown.length, day).toBeGreaterThan(0);
      for (const [index, id] of shown)
        expect(String(pictures.get(String(id))?.name)).toContain(` ${String(index).padStart(5, '0')}.`);
    }
  });

  test('is the same each time', () => {
    const again = load();
    // Collection by collection: a diff of all data would be unreadable.
    for (const [collection, docs] of demo)
      expect(JSON.stringify(again.get(collection)) === JSON.stringify(docs), collection).toBe(true);
    expect(again.size).toBe(demo.size);
  });

  test('is made anew without anything of the one before in its way', () => {
    const begun = new Set([...REPLACED.map(({ name }) => name), ...EMPTIED]);
    // Files are cleared by uploader instead of by collection.
    expect([...demo.keys()].filter(name => !begun.has(name) && name !== 'files')).toEqual([]);
  });

  test('has an id of 24 digits for every document, and no id twice', () => {
    // Excluded are collections with a derived id: that of the unit, meeting, project, bill, message or voucher, the
    // name of a number series, or a compound of room and reader or of user and key.
    const ids = [...demo].flatMap(([name, docs]) =>
      [
        'unit-accounts',
        'conference-minutes',
        'bank-statement-links',
        'lock_states',
        'numbers',
        'room-marks',
        'preferences',
        'invoice-claims',
        'tax-message-xml',
        'vote-marks',
        'vote-bases',
      ].includes(name)
        ? []
        : docs.map(doc => doc._id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter(id => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
  });

  test('has the ballots of the votes that it has counted: anybody counts them again', () => {
    for (const sheet of of('vote-sheets').filter(({ status }) => status === 'COUNTED')) {
      const ballots = of('vote-ballots').filter(({ sheetId }) => sheetId === sheet._id);
      const marks = of('vote-marks').filter(({ sheetId }) => sheetId === sheet._id);
      expect([ballots.length, marks.length]).toEqual([sheet.countedBallots, sheet.countedBallots]);
      for (const { answer, weight } of sheet.results as { answer: number; weight: number }[]) {
        const casts = ballots.map(({ cast }) => cast as { answers: number[]; hundredths: number });
        const own = casts.filter(({ answers }) => answers[0] === answer);
        expect(own.reduce((sum, { hundredths }) => sum + hundredths, 0)).toBe(Math.round(weight * 100));
      }
    }
    expect(of('vote-ballots').length).toBeGreaterThan(0);
  });

  test('has the sizes that are promised', () => {
    const [hoaSen] = of('projects');
    const own = (collection: string) => of(collection).filter(doc => doc.projectId === hoaSen?._id);
    expect(own('units').length).toBe(600);
    expect(own('residents').length).toBeGreaterThan(1400);
    expect(own('residents').length).toBeLessThan(1600);
    expect(own('tickets').length).toBe(1260);
    expect(own('tickets').filter(open).length).toBe(60);
    expect(own('tickets').filter(doc => doc.overdue).length).toBeGreaterThan(1);
    expect(own('tickets').filter(doc => open(doc) && doc.assigneeId === null).length).toBeGreaterThan(5);
  });

  test('gives open requests, and those of a type, only to active staff who may work on them', () => {
    const may = (id: unknown) => {
      const who = byId.get(String(id));
      const held = ((who?.positionIds ?? []) as string[]).map(
        one => byId.get(one) as Doc & { permissions?: Permissions },
      );
      return (
        who?.status === 'ACTIVE' && held.some(one => one.admin || holds(one.permissions ?? {}, 'HELP_DESK', 'write'))
      );
    };
    for (const doc of [...of('tickets').filter(open), ...of('ticket-types')])
      if (doc.assigneeId) expect(may(doc.assigneeId), String(doc.code ?? doc.name)).toBe(true);
  });

  test.each([
    { units: 40, tickets: 60 },
    { units: 10, tickets: 3 },
    { units: 1300, tickets: 7000 },
  ])('grows and shrinks: $units units, $tickets tickets', size => {
    const other = load(size);
    expect(other.get('units')?.length).toBe(size.units + 40);
    expect(other.get('tickets')?.length).toBe(size.tickets + 46);
    const codes = new Set((other.get('units') ?? []).map(doc => `${doc.projectId} ${doc.code}`));
    expect(codes.size).toBe(size.units + 40);
  });

  test('has staff and residents who can sign in', () => {
    const emails = of('users').map(user => user.email);
    expect(new Set(emails).size).toBe(emails.length);
    for (const name of [
      'admin',
      'manager',
      'reception',
      'service1',
      'service2',
      'accountant',
      'technician',
      'resident1',
      'resident30',
    ])
      expect(emails).toContain(`${name}@hoasen.demo`);
    const manager = of('users').find(user => user.email === 'manager@hoasen.demo');
    expect(new Set(of('employees').flatMap(one => (one.userId === manager?._id ? [one.projectId] : []))).size).toBe(2);
    for (const user of of('users')) {
      const places = [...of('employees'), ...of('residents')].filter(one => one.userId === user._id);
      expect(places.length, String(user.email)).toBeGreaterThan(0);
    }
  });

  test('gives each unit in use one householder, an empty one nobody, and no two residents a phone, e-mail or paper', () => {
    const heads = of('residencys').filter(one => one.role === 'HOUSEHOLDER');
    const headed = new Map(heads.map(head => [head.unitId, head.residentId]));
    for (const one of of('units')) expect(one.householderId).toBe(headed.get(one._id) ?? null);
    const used = of('units').filter(one => one.state === 'IN_USE');
    expect(used.length).toBeLessThan(of('units').length);
    expect(new Set(of('residencys').map(one => one.unitId))).toEqual(new Set(used.map(one => one._id)));
    expect(heads.length).toBe(used.length);
    for (const field of ['phone', 'email', 'identifier']) {
      const given = of('residents').flatMap(one => one[field] ?? []);
      expect(new Set(given).size).toBe(given.length);
    }
  });
});

const definitions = MODULES.filter(definition => demo.has(collectionOf(definition)));

describe.each(definitions.map(definition => [definition.name, definition] as const))('demo %s', (_, definition) => {
  const docs = of(collectionOf(definition));

  test('has exactly the fields of its definition and what all records have', () => {
    const columns = [
      '_id',
      'projectId',
      'version',
      'createdAt',
      'updatedAt',
      'deletedAt',
      ...Object.keys(definition.fields),
    ];
    if (definition.statuses) columns.push('status');
    if (definition.name === 'position') columns.push('permissions');
    const wanted = columns.toSorted().join();
    expect(docs.filter(doc => Object.keys(doc).sort().join() !== wanted).slice(0, 3)).toEqual([]);
  });

  test('is what the input schema takes', () => {
    const schema = inputSchema(definition.fields, 'create');
    const wrong = docs.flatMap(doc => {
      // Adjustments are posted by stock counts, not entered by users.
      if (definition === stockDocument && doc.kind === 'ADJUSTMENT') return [];
      const input = inputOf(definition, doc);
      const { data, error } = schema.safeParse(input);
      return isDeepStrictEqual(data, input) ? [] : [{ input, data, issues: error?.issues }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('refers to what is there, in its own project', () => {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.kind !== 'ref' && field.kind !== 'refs') continue;
      const target = of(collectionOf(MODULES.find(module => module.name === field.to) ?? definition));
      const there = new Set(target.map(doc => `${doc.projectId} ${doc._id}`));
      const ids = docs.flatMap(doc => [doc[name]].flat().flatMap(id => (id ? [`${doc.projectId} ${id}`] : [])));
      expect(ids.filter(id => !there.has(id)).slice(0, 3), name).toEqual([]);
    }
  });

  test('keeps unique what must be', () => {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (!field.unique && !('code' in field && field.code && !field.internal)) continue;
      const within = typeof field.unique === 'object' ? field.unique.within : '_';
      const given = docs.filter(doc => doc[name] !== null);
      const values = given.map(doc => `${doc.projectId} ${doc[within]} ${nameKey(String(doc[name]))}`);
      expect(new Set(values).size).toBe(values.length);
    }
  });
});

function inputOf(definition: Definition, doc: Doc): Record<string, unknown> {
  const given = Object.entries(definition.fields).filter(([name, field]) => !field.readOnly && doc[name] !== null);
  return Object.fromEntries(
    given.map(([name]) => {
      const value = doc[name];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

describe('the demo on a Sunday before dawn', () => {
  const now = new Date('2026-11-28T20:54:00Z');
  const own = load({ now, tickets: 50 });
  const looked = /^(handover|maintenance|device|asset|technical)/;

  test('tells of nothing as done that is still to come', () => {
    const done = /^(actual|started|finished|completed|repaired|confirmed|found|handedOver|noShow|told|created)(At|On)$/;
    const later = [...own].flatMap(([collection, docs]) =>
      (looked.test(collection) ? docs : []).flatMap(doc =>
        Object.entries(doc).flatMap(([name, value]) => {
          if (!done.test(name)) return [];
          const late = value instanceof Date ? value > now : typeof value === 'string' && value > '2026-11-29';
          return late ? [`${collection} ${name}`] : [];
        }),
      ),
    );
    expect([...new Set(later)]).toEqual([]);
  });

  test('has works on the days of their plans for a year back', () => {
    const works = Map.groupBy(own.get('maintenances') ?? [], ({ planId }) => planId);
    for (const plan of own.get('maintenance-plans') ?? []) {
      const days = new Set((works.get(plan._id) ?? []).map(({ madeFor }) => String(madeFor).split(' ')[2]));
      const rule = ruleIn(plan);
      for (const day of rule ? ruleDates(rule) : []) {
        if (day > '2026-11-28') break;
        if (day >= '2025-11-30' && days.size > 0) expect(days, `${plan.name} ${day}`).toContain(day);
      }
    }
  });
});

describe('the demo notices', () => {
  const sum = (docs: readonly Doc[], name: string) => docs.reduce((all, doc) => all + Number(doc[name]), 0);
  const bills = Map.groupBy(of(collectionOf(bill)), ({ noticeId }) => noticeId);
  const sent = of(collectionOf(feeNotice)).filter(({ status }) => status !== 'DO_NOT_PUBLISH');

  test('ask for the interest of their debts up to the closing date, as it stands on the books', () => {
    const owing = sent.filter(({ debtTotal }) => Number(debtTotal) > 0);
    expect(owing.length).toBeGreaterThan(50);
    for (const { _id, code, interestTotal, closingDate } of owing) {
      const own = (bills.get(_id) ?? []).filter(({ createdFor }) => createdFor === 'INTEREST');
      expect(sum(own, 'total'), String(code)).toBe(interestTotal);
      expect(interestTotal, String(code)).toBeGreaterThan(0);
      for (const charged of own) {
        const late = byId.get(String(charged.originalId));
        const lines = (late?.interestLines ?? []) as { to: string; billId: string | null }[];
        expect(lines.findLast(({ billId }) => billId === charged._id)?.to).toBe(closingDate);
        expect(late?.interestCharged).toBe(charged.total);
      }
    }
    const posted = of(collectionOf(journalEntry)).filter(({ kind }) => kind === 'INTEREST_POST');
    expect(sum(posted, 'total')).toBe(sum(sent, 'interestTotal'));
  });

  test('are due when their bills are, and name the vehicles that they charge', () => {
    for (const { _id, code, dueDate } of sent)
      expect([...new Set((bills.get(_id) ?? []).map(one => one.dueDate))], String(code)).toEqual([dueDate]);
    const plates = new Set(of('vehicles').map(({ plate }) => plate ?? ''));
    const keys = of(collectionOf(bill)).flatMap(({ items }) => items as { kind: string; key: string }[]);
    const vehicles = keys.filter(({ kind }) => kind === 'VEHICLE');
    expect(vehicles.length).toBeGreaterThan(100);
    expect(vehicles.filter(({ key }) => !plates.has(key))).toEqual([]);
  });
});

describe('the demo tickets', () => {
  const messagesOf = Map.groupBy(of('ticket-messages'), message => message.ticketId);
  const eventsOf = Map.groupBy(of('events'), event => event.entityId);
  const told = of('tickets').map(doc => ({
    doc,
    messages: messagesOf.get(doc._id) ?? [],
    events: eventsOf.get(doc._id) ?? [],
  }));

  test('have a history that leads to what they are, by allowed acts only', () => {
    const actions: NonNullable<Definition['actions']> = ticket.actions;
    for (const { doc, events } of told) {
      let status: unknown = 'WAITING_APPROVAL';
      let version = 1;
      let at = 0;
      for (const event of events) {
        expect(Number(event.at)).toBeGreaterThanOrEqual(at);
        at = Number(event.at);
        const action = actions[String(event.action)];
        if (action) {
          expect(action.from, `${doc.code} ${event.action}`).toContain(status);
          status = action.to ?? status;
          version++;
        } else if (event.action === 'overdue') version++;
        else expect(['create', 'message']).toContain(event.action);
        expect(event.version).toBe(version);
      }
      expect(events[0]?.action).toBe('create');
      expect([doc.status, doc.version]).toEqual([status, version]);
      expect(at, String(doc.code)).toBeLessThanOrEqual(NOW.getTime());
      expect(doc.updatedAt).toEqual(events.at(-1)?.at);
    }
  });

  test('count their messages and know whose turn it is', () => {
    for (const { doc, messages } of told) {
      expect(doc.messageCount).toBe(messages.length);
      expect(doc.lastMessageAt).toEqual(messages.findLast(message => !message.private)?.at ?? null);
      const last = messages.findLast(message => !message.private)?.author;
      const waits = last ? JSON.stringify(last).includes('"resident"') : doc.status === 'WAITING_APPROVAL';
      expect(doc.awaitsReply, String(doc.code)).toBe(open(doc) && waits);
      // The job runs once a minute.
      expect(doc.overdue, String(doc.code)).toBe(open(doc) && Number(doc.dueAt) < NOW.getTime() - 60_000);
    }
  });

  test('are said and done by people of the project', () => {
    for (const { doc, messages, events } of told) {
      const actors = [...messages.map(message => message.author), ...events.map(event => event.actor)] as Doc[];
      for (const { id, name } of actors as unknown as { id: string; name: string }[]) {
        if (id === 'system') continue;
        expect(byId.get(id)).toMatchObject({ name, projectId: doc.projectId });
      }
    }
  });

  test('leave no brace unfilled and no forbidden word', () => {
    const words = of('projects').flatMap(project => project.forbiddenWords as string[]);
    const texts = [
      ...of('tickets').flatMap(doc => [doc.title, doc.content, doc.reason, doc.ratingComment]),
      ...of('ticket-messages').map(message => message.content),
    ].filter(text => typeof text === 'string');
    expect(texts.filter(text => /[{}]/.test(text) || words.some(word => text.toLowerCase().includes(word)))).toEqual(
      [],
    );
  });

  test('are talked about so that the staff have the last word', () => {
    for (const turns of DIALOGUES.values()) expect(turns.at(-1)?.by).toBe('staff');
  });
});

describe('the demo positions', () => {
  test('know every module that there is', () => {
    for (const { code } of MODULES) expect(MODULE_CODES).toContain(code);
    expect(new Set(MODULE_CODES).size).toBe(MODULE_CODES.length);
    expect(Object.keys(permissionsOf('admin')).sort()).toEqual(MODULE_CODES.toSorted());
  });

  test('hold flags that exist; the admin all that are declared', () => {
    for (const key of POSITION_KEYS)
      for (const [code, flags] of Object.entries(permissionsOf(key))) {
        expect(MODULE_CODES).toContain(code);
        for (const flag of flags ?? []) expect(FLAGS).toContain(flag);
      }
    for (const code of MODULE_CODES) expect(permissionsOf('admin')[code]).toEqual(declaredFlags(code));
  });

  test('are told apart', () => {
    expect(permissionsOf('service').HELP_DESK).toEqual([
      'read',
      'write',
      'export',
      'approve',
      'aggregate',
      'updateStatus',
    ]);
    expect(permissionsOf('service').TASK).not.toContain('delete');
    // Authors may delete drafts, but nothing that was published.
    for (const code of ['ANNOUNCEMENT', 'NEWS', 'POLL'] as const) {
      expect(permissionsOf('service')[code]).toContain('delete');
      const removedIn: readonly string[] = MODULES.find(module => module.code === code)?.removedIn ?? [];
      expect(removedIn).toContain(code === 'NEWS' ? 'UNPUBLISHED' : 'DRAFT');
      for (const status of ['OPEN', 'SENT', 'PUBLISHED']) expect(removedIn).not.toContain(status);
    }
    expect(permissionsOf('technician')).toMatchObject({ HELP_DESK: ['read'], TASK: ['read', 'write', 'updateStatus'] });
    expect(permissionsOf('reception').LABEL).toBeUndefined();
    expect(permissionsOf('accountant').ACCOUNTING).toEqual(['read', 'write', 'export', 'aggregate', 'sync']);
    expect(permissionsOf('accountant').HELP_DESK).toBeUndefined();
  });
});

describe('the demo handover', () => {
  const [units, rounds] = [of('handover-units'), of('handover-schedules')];
  const defects = of('handover-defects');
  const open = defects.filter(({ closed }) => !closed);
  const flats = units.filter(({ status }) => status !== 'HANDED_OVER');

  test('has some that were handed over in a second round', () => {
    const twice = units.filter(({ status, rounds: times }) => status === 'HANDED_OVER' && times === 2);
    expect(twice.length).toBeGreaterThan(2);
  });

  test('has forty flats to come, each with an owner who is registered there, and some of whom sign in', () => {
    expect(flats.length).toBe(40);
    const registered = new Set(of('residencys').map(one => `${one.residentId} ${one.unitId}`));
    for (const row of units)
      if (row.ownerId || flats.includes(row)) expect(registered.has(`${row.ownerId} ${row.unitId}`)).toBe(true);
    const signing = flats.filter(row => byId.get(String(row.ownerId))?.userId);
    expect(new Set(signing.map(({ status }) => status))).toEqual(new Set(['WAITING_HANDOVER', 'HANDING_OVER']));
    const standing = new Map(of('units').map(one => [one._id, one.handoverStatus]));
    for (const row of units)
      expect(standing.get(String(row.unitId)) === 'HANDED_OVER').toBe(row.status === 'HANDED_OVER');
  });

  test('is done by four who may hand over and can sign in, each at one place at a time', () => {
    const who = new Set([...rounds, ...defects].flatMap(({ employeeId }) => (employeeId ? [String(employeeId)] : [])));
    const [hoaSen] = of('projects');
    expect(hoaSen?.handover).toMatchObject({ inspectorIds: [...who].toSorted() });
    expect(who.size).toBe(4);
    for (const id of who) {
      const engineer = byId.get(id);
      const held = ((engineer?.positionIds ?? []) as string[]).map(one => byId.get(one) as Doc);
      expect(held.some(({ permissions }) => holds((permissions ?? {}) as Permissions, 'HANDOVER', 'write'))).toBe(true);
      expect([engineer?.status, byId.has(String(engineer?.userId))]).toEqual(['ACTIVE', true]);
    }
    const taken = rounds.flatMap(round => (round.scheduledAt ? [`${round.employeeId} ${round.scheduledAt}`] : []));
    expect(new Set(taken).size).toBe(taken.length);
  });

  test('counts what is open the same everywhere, and ends a round with its last defect', () => {
    for (const row of units) {
      const own = open.filter(({ handoverId }) => handoverId === row._id);
      expect(row.openDefects, String(row.place)).toBe(own.length);
      expect(row.repairedDefects).toBe(own.filter(({ status }) => status === 'REPAIRED').length);
    }
    for (const round of rounds) {
      const own = open.filter(({ scheduleId }) => scheduleId === round._id).length;
      expect(round.openDefects, String(round.code)).toBe(own);
      if (round.status === 'PENDING_REPAIR' || round.status === 'COMPLETE')
        expect(round.status).toBe(own > 0 ? 'PENDING_REPAIR' : 'COMPLETE');
    }
    expect(rounds.filter(({ status }) => status === 'PENDING_REPAIR').length).toBeGreaterThan(8);
    expect(new Set(defects.map(({ category }) => category)).size).toBeGreaterThan(5);
    for (const defect of defects)
      for (const day of [defect.repairedOn, defect.confirmedOn, defect.foundOn])
        if (day) expect(String(day) <= '2026-11-21').toBe(true);
  });

  test('has pictures of what was found, and signatures under what was accepted', () => {
    const kept = new Set(of('files').map(({ _id }) => _id));
    const shown = defects.flatMap(({ imagesBefore, imagesAfter }) => [imagesBefore, imagesAfter].flat().map(String));
    for (const round of rounds.filter(({ acceptance }) => acceptance)) {
      const signed = [round.ownerSignature, round.employeeSignature].flat().map(String);
      expect(signed.length).toBe(round.status === 'NOT_ACCEPTED' ? 1 : 2);
      shown.push(...signed);
      expect(round.presentName).toBeTruthy();
    }
    expect(shown.filter(id => !kept.has(id))).toEqual([]);
    expect(defects.filter(defect => (defect.imagesBefore as string[]).length > 0).length).toBeGreaterThan(80);
  });
});
