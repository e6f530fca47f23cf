import { randomUUID } from 'node:crypto';
import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { ROUTES, titleOf } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProved, isThorough } from '../setup/contract/sampling.ts';
import { countOf } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann, ben } = site;
const there = ann.at(second.url);
const keyed = () => ({ 'Idempotency-Key': randomUUID() });

const made = MODULES.filter(definition => answers(definition, 'create'));

describe.each(made.filter(isProved).map(definition => [definition.name, definition] as const))(
  '%s',
  (_, definition) => {
    const { path, fields } = definition;
    const total = () => countOf(definition, site.id);

    const times = isThorough(definition) ? 50 : 8;

    it('sent many times at once with one key, to two servers, is made once and answered alike', async () => {
      const [body, headers] = [await samples.input(fields), keyed()];
      const before = await total();
      const tries = await Promise.all(
        Array.from({ length: times }, (_, n) => (n % 2 ? there : ann).post(path, body, headers)),
      );
      expect(await total()).toBe(before + 1);
      const [first] = tries;
      for (const one of tries) expect([one.status, one.data]).toEqual([201, first?.data]);
      expect((await ann.get<Row[]>(`${path}/${first?.data.id}/activities`)).data).toHaveLength(1);
      const again = await there.post(path, body, headers);
      expect([again.status, again.data]).toEqual([201, first?.data]);
    });

    it.runIf(isThorough(definition))('with the same key and another body is 422', async () => {
      const headers = keyed();
      await ann.post(path, await samples.input(fields), headers);
      const before = await total();
      const other = await samples.input(fields);
      for (const who of [ann, there]) {
        const answer = await who.post(path, other, headers);
        expect([answer.status, answer.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      }
      const both = await Promise.all(
        [ann, there].map(async who => who.post(path, await samples.input(fields), headers)),
      );
      expect(both.map(one => one.status)).toEqual([422, 422]);
      expect(await total()).toBe(before);
    });

    it.runIf(isThorough(definition))(
      'is not kept from making it after a refusal, nor are others by one’s key',
      async () => {
        const [body, headers] = [await samples.input(fields), keyed()];
        expect((await ann.post(path, { ...body, unheardOf: 1 }, headers)).status).toBe(400);
        const mine = await ann.post(path, body, headers);
        expect(mine.status).toBe(201);
        const theirs = await ben.post(path, await samplesOf(site, ben).input(fields), headers);
        expect(theirs.status).toBe(201);
        expect(theirs.data.id).not.toBe(mine.data.id);
      },
    );
  },
);

it('an answer with a message in a conversation is given once too', async () => {
  const { id } = await samples.record(ticket);
  const [path, headers] = [`${ticket.path}/${id}/messages`, keyed()];
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? there : ann).post(path, { content: 'Once' }, headers)),
  );
  for (const one of tries) expect([one.status, one.data]).toEqual([201, tries[0]?.data]);
  expect((await ann.get<Row[]>(path)).data).toHaveLength(1);
  expect((await ann.get(`${ticket.path}/${id}`)).data.messageCount).toBe(1);
});

it('covers every route that creates', () => {
  const paths = made.map(one => `POST ${one.path}`);
  // Tests of their own repeat calendars, spreadsheets, ranges of floors, views, public holidays, buildings, copies of tasks, rooms and
  // the messages in them, visitors, parcels, card forms, bills by hand, readings of many meters, deductions of an account, requests from
  // needs, copies of tariffs, calls about debts, drafts of budgets, locks, held slots, payments online, sources of invoices, faults that
  // households report, and requests for erasure.
  const apart =
    /\/(import|range|views|public|unit-group|duplicate|rooms\/create|:messageId\/\w+|news\/:id\/duplicate|create-multi|receive-package\/many|card-registration\/\w+|payment\/(single|multi)|bill\/manual|bill\/run|usage\/save-[\w-]+|unit-account\/:id\/deduct|debt-tracking\/:unitId\/contact|tariff\/:id\/copy|budget\/from-actual|budget\/:id\/revise|bank-statement|lock-date|lock-date\/update|resident\/erase-me|calendar-feed|transaction-lock-date|utility-booking\/hold|from-needs|online-transaction|from-(ticket|residents|services)|e-invoice\/compile|unit-property-item-defect\/report)$/;
  const creating = ROUTES.filter(route => route.creates && !apart.test(route.path)).map(titleOf);
  expect(creating.toSorted()).toEqual(
    [...paths, ...[ticket, room, task, merchantOrder].map(({ path }) => `POST ${path}/:id/messages`)].toSorted(),
  );
});
