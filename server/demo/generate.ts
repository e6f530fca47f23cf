import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { fileCollection } from '../kit/file-store.ts';
import { collectionOf } from '../kit/model.ts';
import { blocksOf, floorsOf } from './building.ts';
import { contractsOf, contractTemplatesOf } from './contracts.ts';
import { labelGroupsOf, labelsOf, repliesOf, typesOf } from './desk.ts';
import type { Batch, Prepare, Row } from './documents.ts';
import { type Home, homesOf } from './homes.ts';
import { foldersOf, papersOf } from './papers.ts';
import { partnersOf } from './partners.ts';
import { levelsOf, placesIn } from './places.ts';
import { residenciesOf, residentsOf } from './residents.ts';
import { projectOf, type Site, sitesOf } from './sites.ts';
import { colleaguesOf, departmentsOf, employeesOf, positionsOf } from './staff.ts';
import { ticketsOf } from './tickets.ts';
import { unitsOf } from './units.ts';
import { usersOf } from './users.ts';
import { holidaysOf, schedulesOf } from './working.ts';

export interface DemoOptions {
  /** Units of Hoa Sen; 600. */
  units?: number;
  /** Tickets of Hoa Sen; 1,260. */
  tickets?: number;
  /** About so many messages in the conversations of its closed tickets. */
  messages?: number;
  now: Date;
  /** Of `lobby-demo`; all accounts share it. */
  passwordHash: string;
  prepare: Prepare;
}

const BATCH = 1000;
const UNITS = 600;
const TICKETS = 1260;
const OPEN = 60;
/** Messages of a conversation, on the average. */
const TURNS = 4.9;

/** The files of the demo, and where each is copied from. */
export function demoFiles({ units = UNITS, now }: Pick<DemoOptions, 'units' | 'now'>) {
  return sitesOf(now, units).flatMap(site => papersOf(site, homesOf(site), now).files);
}

/** The demo's documents, in batches of 1,000 at most, the same for the same options; what is referred to comes first. */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const open = new Map<string, object[]>();
  for (const [collection, doc] of rowsOf(options)) {
    const docs = open.get(collection) ?? [];
    docs.push(doc);
    open.set(collection, docs);
    if (docs.length < BATCH) continue;
    open.delete(collection);
    yield { collection, docs };
  }
  for (const [collection, docs] of open) yield { collection, docs };
}

function* rowsOf(options: DemoOptions): Generator<Row> {
  const sites = sitesOf(options.now, options.units ?? UNITS);
  const homes = new Map(sites.map(site => [site, homesOf(site)]));
  for (const site of sites) yield ['projects', projectOf(site)];
  for (const user of usersOf([...homes], options.passwordHash)) yield ['users', user];
  for (const [site, own] of homes) {
    yield* setUpRows(site, own, options);
    yield* ticketRows(site, own, options);
  }
}

function* setUpRows(site: Site, homes: readonly Home[], { prepare, now }: DemoOptions): Generator<Row> {
  const team = colleaguesOf(site);
  const papers = papersOf(site, homes, now);
  for (const { row } of papers.files) yield [fileCollection.name, row];
  const units = unitsOf(site, homes);
  const { contracts, annexes } = contractsOf(site, homes, units, now);
  const sets: readonly (readonly [Definition, readonly Record<string, unknown>[]])[] = [
    [department, departmentsOf(site)],
    [position, positionsOf(site)],
    [employee, employeesOf(site)],
    [labelGroup, labelGroupsOf(site)],
    [label, labelsOf(site)],
    [block, blocksOf(site)],
    [floor, floorsOf(site)],
    [unit, units],
    [resident, residentsOf(site, homes)],
    [residency, residenciesOf(site, homes)],
    [folder, foldersOf(site)],
    [document, papers.documents],
    [documentVersion, papers.versions],
    [contractTemplate, contractTemplatesOf(site)],
    [rentalContract, contracts],
    [contractAnnex, annexes],
    [partner, partnersOf(site)],
    [location, levelsOf(site)],
    [place, placesIn(site)],
    [workSchedule, schedulesOf(site)],
    [holiday, holidaysOf(site, now)],
    [ticketType, typesOf(site, team)],
    [ticketReply, repliesOf(site)],
  ];
  const titles = new Map<unknown, string>();
  for (const [definition, docs] of sets) {
    for (const doc of docs) titles.set(doc._id, String(doc[definition.title]));
    const refs = Object.keys(definition.fields).filter(name => definition.fields[name]?.kind === 'ref');
    for (const doc of docs) {
      const names: Record<string, string> = {};
      for (const name of refs) {
        const title = titles.get(doc[name]);
        if (title !== undefined) names[name] = title;
      }
      yield [collectionOf(definition), prepare(definition, doc, names)];
    }
  }
}

function* ticketRows(site: Site, homes: readonly Home[], options: DemoOptions): Generator<Row> {
  for (const { doc, messages, events, names } of ticketsOf(site, homes, colleaguesOf(site), amountOf(site, options))) {
    yield [collectionOf(ticket), options.prepare(ticket, doc, names)];
    for (const message of messages) yield ['ticket-messages', message];
    for (const event of events) yield ['events', event];
  }
}

function amountOf(site: Site, { tickets = TICKETS, messages, now }: DemoOptions) {
  if (site.key === 'banmai') return { total: 46, open: 6, months: 12, now, talk: 35 };
  // A queue grows with the building, but staff keep up with most of it.
  const open = Math.min(tickets, Math.round(OPEN * Math.max(1, Math.sqrt(tickets / TICKETS))));
  const large = tickets > 5000;
  const wanted = (messages ?? tickets * (large ? 0.4 : 1.7)) / TURNS;
  return {
    total: tickets,
    open,
    months: large ? 24 : 12,
    now,
    talk: Math.min(100, (wanted / Math.max(1, tickets - open)) * 100),
  };
}
